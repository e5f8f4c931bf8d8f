import type { CageAccess } from '../../core/protocol.ts'
import { defineProtocol } from '../../core/protocol.ts'
import { BASE, POSITION_TOKENS } from './base.ts'
import { LIMIT_ACTS } from './decode-limit-order.ts'
import { DECODER, ROUTER_ACTS } from './decoder.ts'
import { listPlaces } from './places.ts'
import { INDEX } from './position-index.ts'
import { createKeeper } from './unwind.ts'

/** Nobody but the routers may be let take a token of a market. */
const TOKEN_ACCESS: CageAccess = {
  functions: ['approve'],
  checker: { contract: 'PendleTokenChecker', args: ['router', 'limitRouter'] },
}

const READER = {
  contract: 'PendleReader',
  args: [
    'oracle',
    'standardizedYield',
    'market',
    'principal',
    'yield',
    'laterMarket',
    'laterPrincipal',
    'laterYield',
  ],
} as const

/** Pendle V2: yield split into principal and yield tokens, and markets of them. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Pendle V2',
  standing: 'published',
  decoders: [DECODER],
  unwind: createKeeper,
  indexes: { router: INDEX },
  cage: {
    router: {
      functions: ROUTER_ACTS,
      checker: {
        contract: 'PendleChecker',
        args: ['router', 'standardizedYield', 'market', 'yield', 'laterMarket', 'laterYield'],
      },
      reader: READER,
    },
    limitRouter: {
      functions: LIMIT_ACTS,
      checker: {
        contract: 'PendleLimitChecker',
        args: ['limitRouter', 'standardizedYield', 'yield', 'laterYield'],
      },
      reader: READER,
    },
    ...Object.fromEntries(POSITION_TOKENS.map((name) => [name, TOKEN_ACCESS])),
  },
  places: listPlaces,
})
