import { readdirSync, readFileSync } from 'node:fs';
import { cpuUsage, version } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { VERSION } from '#server/version.ts';
import { residentBytes } from './load-shedding.ts';
import { counter, gauge, type Metrics } from './metric-lines.ts';

/**
 * The values of the process, by the names of Prometheus' client libraries, so that existing dashboards and rules find them
 * (https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics). The names of Node's own values are
 * those of prom-client.
 */
export async function readProcess(): Promise<Metrics> {
  const asked = performance.now();
  await setImmediate();
  const lagMs = performance.now() - asked;
  const { user, system } = cpuUsage();
  const heap = getHeapStatistics();
  return {
    process_cpu_user_seconds_total: counter('User CPU time in seconds.', user / 1e6),
    process_cpu_system_seconds_total: counter('System CPU time in seconds.', system / 1e6),
    process_cpu_seconds_total: counter('All CPU time in seconds.', (user + system) / 1e6),
    process_start_time_seconds: gauge(
      'Start of the process in seconds since 1970.',
      Math.round(performance.timeOrigin / 1000),
    ),
    process_resident_memory_bytes: gauge('Resident memory in bytes.', residentBytes()),
    ...readDescriptors(),
    nodejs_eventloop_lag_seconds: gauge('Lag of the event loop in seconds.', lagMs / 1000),
    nodejs_heap_size_total_bytes: gauge('Size of the heap in bytes.', heap.total_heap_size),
    nodejs_heap_size_used_bytes: gauge('Used part of the heap in bytes.', heap.used_heap_size),
    nodejs_external_memory_bytes: gauge('Memory outside the heap in bytes.', heap.external_memory),
    nodejs_version_info: gauge('Version of Node.', { label: 'version', values: { [version]: 1 } }),
    plenary_build_info: gauge('Version of the site.', {
      label: 'version',
      values: { [VERSION]: 1 },
    }),
  };
}

/** Linux lists them in files; elsewhere, or if no descriptor is left to open these files, the metrics are absent. */
function readDescriptors(): Metrics {
  try {
    const open = readdirSync('/proc/self/fd').length;
    const most = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return {
      process_open_fds: gauge('Open file descriptors.', open),
      ...(most && { process_max_fds: gauge('Allowed file descriptors.', Number(most)) }),
    };
  } catch {
    return {};
  }
}
