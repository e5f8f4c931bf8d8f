import { ToolError } from '../../core/errors.ts'
import type { LocalPort } from '../../core/local-port.ts'
import type { HaltCarrier } from '../halt/halt-carrier.ts'
import type { SafetyStore } from '../store/store.ts'
import { noteDone } from './keeping-port.ts'

const TRIP = 'trip'

/**
 * Create the port of the halt latch: its operation `trip` (a reason) sets the latch and carries the halt out on chain, as
 * any other halt. It lifts none.
 */
export const createHaltPort = (store: SafetyStore, carrier: () => Pick<HaltCarrier, 'halt'>): LocalPort => ({
  name: 'halt',
  async carryOut({ permitId, operation, params }) {
    if (operation !== TRIP) {
      throw new ToolError('ROUTE_NOT_AVAILABLE', { route: 'halt', kind: operation, known: TRIP })
    }
    const reason = String(params.reason)
    const { status } = await carrier().halt(reason)
    noteDone(store, { port: 'halt', permitId, operation }, { halted: true, reason, status })
  },
  readReceipt: (permitId) => store.findEntry('halt', permitId)?.body,
})
