import { maxUint64 } from 'viem'
import { Type } from '../../../tools/core/schema.ts'
import { defineStep } from '../step/define-step.ts'

/** Blocks have another base fee. */
export const BASE_FEE = defineStep({
  kind: 'baseFee',
  schema: Type.String({
    description: 'base fee of all blocks from now on, with a first one that shows it, e.g. "20 gwei"',
  }),
  traits: ['fault'],
  read(value, path, reader) {
    const [, digits, unit] = /^(\d+) (wei|gwei)$/.exec(value) ?? []
    if (digits === undefined) reader.problem(path, `"${value}" is no base fee`, 'write 20 gwei or 7 wei')
    const wei = BigInt(digits ?? 0) * (unit === 'gwei' ? 1_000_000_000n : 1n)
    if (wei > maxUint64) reader.problem(path, `${value} is more than 64 bits hold`, 'write a smaller fee')
    return { wei }
  },
  run: ({ wei }, { stage }) => stage.blocks.setBaseFee(wei),
  title: ({ wei }) => `base fee ${wei} wei`,
  faults: { kinds: ['base-fee-spike'], of: () => ['base-fee-spike'] },
})
