import type { AbiEvent } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { Type } from '../../core/schema.ts'
import { parseArgument } from '../../kit/abi-arguments.ts'

/** Parameters that choose logs by their event. */
export const EVENT_PARAMETERS = {
  event: Type.String({
    maxLength: 1_000,
    description: 'e.g. "event Transfer(address indexed from, address indexed to, uint256 value)"',
  }),
  filter: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'values of indexed arguments by name' }),
  ),
}

/**
 * Read values of indexed arguments as those of an event.
 *
 * @throws ToolError INVALID_PARAMS
 */
export const parseFilter = (event: AbiEvent, filter: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => {
      const input = event.inputs.find((candidate) => candidate.name === name)
      if (!input?.indexed) {
        throw new ToolError('INVALID_PARAMS', { path: `/filter/${name}`, problem: 'is no indexed argument' })
      }
      return [name, parseArgument(input, value, `/filter/${name}`)]
    }),
  )
