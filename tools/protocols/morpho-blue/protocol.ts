import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'

/** Morpho Blue: isolated lending markets, each of a loan token, a collateral token, an oracle, a rate model and an LTV. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Morpho Blue',
  standing: 'published',
  decoders: [DECODER],
  // Nothing until a cage counts what these calls create.
  cage: {},
})
