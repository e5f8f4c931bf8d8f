import { Type } from '../../core/schema.ts'

/** A block by number (decimal string) or by tag. */
export const BlockSchema = Type.String({
  pattern: '^([0-9]{1,15}|latest|safe|finalized|earliest)$',
  description: 'block number as a decimal string, or latest, safe, finalized or earliest',
})

type MinedBlockTag = 'latest' | 'safe' | 'finalized' | 'earliest'

/** Turn a block reference into viem's parameters. */
export const toBlockParameters = (block: string): { blockNumber: bigint } | { blockTag: MinedBlockTag } =>
  /^[0-9]+$/.test(block) ? { blockNumber: BigInt(block) } : { blockTag: block as MinedBlockTag }
