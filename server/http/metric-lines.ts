/**
 * A metric that is read on request: a number, or one for each value of a label. Names begin with plenary_, except those
 * that every program has.
 */
export type Metric = {
  help: string;
  type: 'counter' | 'gauge';
  value: number | { label: string; values: Readonly<Record<string, number>> };
};
export type Metrics = Readonly<Record<string, Metric>>;

/**
 * Metrics in Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats/). Help texts and values
 * of labels are our own words without quotes, backslashes and line breaks.
 */
export function linesOf(metrics: Metrics): string[] {
  return Object.entries(metrics).flatMap(([name, { help, type, value }]) => [
    ...headOf(name, help, type),
    ...(typeof value === 'number'
      ? [`${name} ${value}`]
      : Object.entries(value.values).map(
          ([of, number]) => `${name}{${value.label}="${of}"} ${number}`,
        )),
  ]);
}

export function headOf(name: string, help: string, type: Metric['type'] | 'histogram'): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

export function gauge(help: string, value: Metric['value']): Metric {
  return { help, type: 'gauge', value };
}

export function counter(help: string, value: Metric['value']): Metric {
  return { help, type: 'counter', value };
}
