import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER, RECORD_DECODER } from './decoder.ts'
import { createPermit2Grants } from './grants.ts'
import { SIGNATURES } from './signatures.ts'

/** Permit2: expiring allowances, and permits by signature. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Permit2',
  standing: 'published',
  decoders: [DECODER, RECORD_DECODER],
  signatures: SIGNATURES,
  authority: createPermit2Grants,
  schemes: [{ contract: 'PermitSingleScheme', args: ['permit2'] }],
  cage: {
    permit2: {
      functions: ['approve', 'lockdown', 'invalidateNonces', 'invalidateUnorderedNonces'],
      checker: { contract: 'Permit2Checker', args: ['permit2'] },
    },
  },
})
