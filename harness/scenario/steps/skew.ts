import { Type } from '../../../tools/core/schema.ts'
import { closed, duration, optional } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'

/** One clock moves alone. */
export const SKEW = defineStep({
  kind: 'skew',
  schema: Type.Object(
    {
      wall: optional(duration('how far the wall clock moves, backwards too')),
      chain: optional(duration("how far the chain's clock moves")),
    },
    { ...closed, description: 'move one clock only, e.g. { wall: -5m }' },
  ),
  traits: ['one-chain', 'fault'],
  read({ wall, chain }, path, reader) {
    if (wall === undefined && chain === undefined) {
      reader.problem(path, 'a skew names no clock', 'write { wall: -5m } or { chain: 5m }', true)
    }
    return {
      wallMs: wall === undefined ? 0 : reader.shiftMs(wall, [...path, 'wall']),
      chainSeconds: chain === undefined ? 0 : reader.durationSeconds(chain, [...path, 'chain']),
    }
  },
  async run({ wallMs, chainSeconds }, { stage }) {
    stage.clock.moveWallMs(wallMs)
    if (chainSeconds > 0) await stage.clock.moveChain(BigInt(chainSeconds))
  },
  title({ wallMs, chainSeconds }) {
    const moves = [
      ...(wallMs === 0 ? [] : [`the wall clock by ${wallMs / 1_000} s`]),
      ...(chainSeconds === 0 ? [] : [`the chain's clock by ${chainSeconds} s`]),
    ]
    return `skew ${moves.join(' and ')}`
  },
  faults: {
    kinds: ['clock-back', 'clock-ahead'],
    of: ({ wallMs, chainSeconds }) => [
      ...(wallMs < 0 || chainSeconds > 0 ? (['clock-back'] as const) : []),
      ...(wallMs > 0 ? (['clock-ahead'] as const) : []),
    ],
  },
})
