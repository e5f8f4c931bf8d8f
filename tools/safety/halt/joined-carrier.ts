import type { CarriedOut, CarriedOutElsewhere, HaltCarrier } from './halt-carrier.ts'

/** What carries halts out on the other chains of an agent. */
export interface CarrierElsewhere {
  readonly chainId: number
  readonly carrier: HaltCarrier
}

/**
 * Let a halt of one chain's stack be one of every chain's: each pauses its own cage at once and on its own, so that a
 * chain that fails keeps no other from being paused. What is sold is the owner's word for one cage.
 */
export function joinCarriers(own: HaltCarrier, listOthers: () => readonly CarrierElsewhere[]): HaltCarrier {
  const haltOthers = (reason: string) =>
    Promise.all(
      listOthers().map(async ({ chainId, carrier }): Promise<CarriedOutElsewhere> => {
        const { status, pausedBy, cancelledPermits } = await carrier.halt(reason)
        return { chainId, status, ...(pausedBy ? { pausedBy } : {}), cancelledPermits }
      }),
    )
  return {
    async halt(reason): Promise<CarriedOut> {
      // All are on their way before any is waited for.
      const [carriedOut, elsewhere] = await Promise.all([own.halt(reason), haltOthers(reason)])
      return elsewhere.length > 0 ? { ...carriedOut, elsewhere } : carriedOut
    },
    liquidate: own.liquidate,
    async adopt(reason) {
      await Promise.all([own.adopt(reason), haltOthers(reason)])
    },
    async resume() {
      await Promise.all([own.resume(), ...listOthers().map(({ carrier }) => carrier.resume())])
    },
    prepare: own.prepare,
    get isUnderWay() {
      return own.isUnderWay || listOthers().some(({ carrier }) => carrier.isUnderWay)
    },
    get ended() {
      return listOthers().reduce((sum, { carrier }) => sum + carrier.ended, own.ended)
    },
  }
}
