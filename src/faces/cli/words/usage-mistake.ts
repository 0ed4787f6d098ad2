import { UsageError } from 'clipanion';
import { Fault, type FaultCode } from '../../../model/fault.ts';

/** Wrong usage whose cure is not in the help of the command. */
export class UsageMistake extends UsageError {
  /** Goes behind the line that names the help. */
  readonly cure: string;

  constructor(message: string, cure: string) {
    super(message);
    this.cure = cure;
  }
}

/**
 * What an operation threw, as wrong usage where it is about the value of a flag; anything else as it is. `flagOf` gives the
 * flag of an argument that was given by one.
 */
export function asUsage(error: unknown, flagOf: (argument: string) => string | undefined): unknown {
  if (!(error instanceof Fault)) return error;
  const { code, message, errors } = error;
  const subjects = errors === undefined ? (subjectsOf[code] ?? []) : errors.map(({ path }) => path);
  const argument = subjects.find((name) => flagOf(name) !== undefined);
  if (argument === undefined) return error;
  const prefix = `${argument}: `;
  const reason = errors?.[0]?.message ?? message;
  return new UsageError(
    `${flagOf(argument)}: ${reason.startsWith(prefix) ? reason.slice(prefix.length) : reason}`,
  );
}

/** The arguments that a fault without details may be about. */
const subjectsOf: Readonly<Partial<Record<FaultCode, readonly string[]>>> = {
  'invalid-category': ['categories', 'category'],
  'invalid-parameter': ['acs', 'stories'],
  'invalid-scope-name': ['scope'],
};
