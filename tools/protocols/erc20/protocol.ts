import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'
import { TOKEN_GRANTS } from './grants.ts'
import { SIGNATURES } from './signatures.ts'

/** Fungible tokens. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'ERC-20',
  standing: 'published',
  decoders: [DECODER],
  signatures: SIGNATURES,
  authority: () => TOKEN_GRANTS,
})
