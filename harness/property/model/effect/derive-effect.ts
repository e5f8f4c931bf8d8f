import type { Intent } from '../../../vocabulary/intent.ts'
import type { Facts } from '../facts/facts.ts'
import { deriveCalls } from './derive-calls.ts'
import { deriveGrant } from './derive-grant.ts'
import { derivePosition } from './derive-position.ts'
import { deriveTrade } from './derive-trade.ts'
import { type Effect, idle, type Lists, refuse } from './effect.ts'

/** Say what a command does, before or after it was promised. */
export function deriveEffect(intent: Intent, facts: Facts, lists: Lists): Effect {
  switch (intent.kind) {
    case 'calls':
      return deriveCalls(intent, facts, lists)
    case 'trade':
      return deriveTrade(intent, facts, lists)
    case 'grant':
      return deriveGrant(intent, lists)
    case 'revoke':
      return { ...idle(true), classes: ['close-position'] }
    case 'operate':
      return { ...idle(true), classes: [intent.class] }
    case 'position':
      return derivePosition(intent, facts, lists)
    case 'sweep':
      return { ...idle(false), classes: ['read-only'], plan: refuse(intent.refusals) }
    case 'malformed':
      return { ...idle(false), classes: ['read-only'], plan: refuse(['INVALID_PARAMS']) }
  }
}
