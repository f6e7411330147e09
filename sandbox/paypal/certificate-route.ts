import type { FastifyReply, FastifyRequest } from 'fastify';
import { staysSilent } from '../silence.ts';
import { type ApiContext, readCall } from './paypal-call.ts';
import type { Signer } from './signer.ts';

/** The receiver of a webhook fetches it at any time, so only a fault aimed at its path applies. */
export function certificateRoute({ calls, faults }: ApiContext, signer: Signer) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { method, path, id } = readCall(request);
    const entry = calls.begin({ method, path, idempotencyKey: null });
    const fault = faults.takeAimed({ provider: 'paypal', method, path });
    if (staysSilent(fault, 'before', request, reply)) return reply;
    if (staysSilent(fault, 'after', request, reply)) return reply;
    const isRefused = typeof fault === 'object' && 'status' in fault;
    const status = isRefused ? fault.status : id === signer.certificateId ? 200 : 404;
    entry.answered(status);
    return reply
      .code(status)
      .header('Content-Type', 'application/x-pem-file')
      .send(status === 200 ? signer.certificate : '');
  };
}
