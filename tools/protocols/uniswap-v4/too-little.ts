import { ToolError } from '../../core/errors.ts'

/** Say that amounts buy no liquidity where they were to go. */
export const tooLittle = (subject: string) =>
  new ToolError('INSUFFICIENT_LIQUIDITY', { subject, found: 0n, expected: 1n })
