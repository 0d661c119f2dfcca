import { once } from 'node:events';
import { z } from 'zod';

/** A port number; 0 lets the system choose, and the ready line tells which. */
export const portVariable = z.coerce.number().int().min(0).max(65_535);

/** An origin with an optional path prefix, kept without its trailing slash. */
export const publicBaseVariable = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** Names the installation that a program belongs to, so that its supervisors know it from a stranger's. */
export const installationVariable = z.string().default('');

export const databaseVariable = z.string().regex(/^postgres(ql)?:\/\//, 'expected a postgres:// address');

/** A variable that holds JSON of the given shape. */
export const jsonVariable = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'expected JSON' });
        return z.NEVER;
      }
    })
    .pipe(shape);

/**
 * Reads the variables of a program.
 * @throws Error that names every wrong variable, without its value: some hold secrets.
 */
export function readEnvironment<Shape extends z.ZodType>(
  shape: Shape,
  env: NodeJS.ProcessEnv,
): z.output<Shape> {
  const result = shape.safeParse(env);
  if (result.success) return result.data;
  const wrong = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`wrong environment: ${wrong.join('; ')}`);
}

/**
 * The variables of a program: its own, and over them what a supervisor says through the channel that it opened. The
 * program loads while its supervisor still finds out where it shall listen, and ends when that one is gone.
 */
export async function toldEnvironment(): Promise<NodeJS.ProcessEnv> {
  if (!process.send) return process.env;
  const leave = (): never => process.exit(0);
  process.once('disconnect', leave);
  const [told] = (await once(process, 'message')) as [Record<string, string>];
  process.off('disconnect', leave);
  return { ...process.env, ...told };
}
