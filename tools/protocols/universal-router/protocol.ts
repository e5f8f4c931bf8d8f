import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'

/** Plans of commands, each of another protocol. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Universal Router',
  standing: 'published',
  decoders: [DECODER],
  cage: {
    router: {
      functions: ['execute'],
      checker: { contract: 'UniversalRouterChecker', args: ['router', 'wrappedNative'] },
    },
  },
})
