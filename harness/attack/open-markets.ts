import { numberToHex } from 'viem'
import type { Fork } from '../chain/fork.ts'
import type { Stage } from '../stage/stage.ts'
import type { AttackedMarket, AttackScope, Confederate, Route } from '../vocabulary/attack.ts'
import { ACTORS } from '../world/actors.ts'
import { SYMBOLS } from './measure-loss.ts'
import { ATTACKS } from './testbed-attacks.ts'

const GAS = numberToHex(3_000_000)

/** A way through one market. */
export interface OpenRoute {
  readonly protocol: string
  readonly route: Route
  readonly market: AttackedMarket
}

/** The markets that an attack goes through. */
export interface OpenMarkets {
  /** @throws RangeError when no market has a way of this name */
  find(name: string): OpenRoute
  /** Every way that a sale after a halt may go. */
  readonly exits: readonly OpenRoute[]
}

/** Open every market for an attacker with a confederate who trades. */
export async function openMarkets(stage: Stage, scope: AttackScope, fork: Fork): Promise<OpenMarkets> {
  const { address } = ACTORS.whale
  const confederate: Confederate = {
    address,
    async send(to, data) {
      const request = { from: address, to, data, gas: GAS, gasPrice: '0x0' }
      await fork.rpc.request('eth_sendTransaction', [request])
    },
    mine: () => stage.blocks.mine(1),
  }
  const routes = new Map<string, OpenRoute>()
  const exits: OpenRoute[] = []
  for (const [protocol, { market: known }] of ATTACKS) {
    if (known === undefined) continue
    const market = known.open(scope, confederate)
    await market.prepare(SYMBOLS)
    for (const [name, route] of Object.entries(known.routes)) routes.set(name, { protocol, route, market })
    exits.push(...known.exits.map((route) => ({ protocol, route, market })))
  }
  return {
    exits,
    find(name) {
      const found = routes.get(name)
      if (found === undefined)
        throw new RangeError(`no market has a way "${name}": see its testbed's attack.ts`)
      return found
    },
  }
}
