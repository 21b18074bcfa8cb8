import * as z from 'zod';
import { expandAnswer } from '#api/expand.ts';
import { readParams } from '#api/read-params.ts';
import type { Simulation } from '#simulation.ts';

export interface Call<Params> {
  readonly simulation: Simulation;
  /** The id in the address; empty without one. */
  readonly id: string;
  readonly params: Params;
}

type Input = Readonly<Record<string, unknown>>;
type Output<Shape extends z.ZodRawShape> = z.output<ReturnType<typeof z.strictObject<Shape>>>;

export interface Endpoint {
  readonly method: 'get' | 'post' | 'delete';
  readonly path: string;
  readonly answer: (call: Call<Input>) => object;
}

const expandSchema = z.strictObject({ expand: z.array(z.string()).max(20).default([]) });

/** An endpoint of the API: path, parameters and handler. Every endpoint supports `expand`. */
export function endpoint<Shape extends z.ZodRawShape>(
  method: Endpoint['method'],
  path: string,
  shape: Shape,
  handle: (call: Call<Output<Shape>>) => object,
): Endpoint {
  const schema = z.strictObject(shape);
  return {
    method,
    path,
    answer: ({ params: { expand, ...given }, ...call }) => {
      const paths = readParams(expandSchema, { expand }).expand;
      const params = readParams(schema, given) as Output<Shape>;
      return expandAnswer(call.simulation, handle({ ...call, params }), paths);
    },
  };
}
