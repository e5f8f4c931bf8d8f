import { ACTORS } from '../world/actors.ts'
import type { Ground } from './ground.ts'
import type { Trade } from './market.ts'

/** Trades around a transaction of the agent. */
export interface Sandwich {
  /** Trade right before the next transaction of the agent, when it was already sent, and back right after it. */
  arm(trade: Trade): void
  /** Take what was armed, for a transaction that is being sent. */
  take(): { tradeAhead(): Promise<void>; follow(): void } | undefined
  /** Trade back, where a transaction was traded ahead of. */
  tradeBack(): Promise<void>
}

/** Create what trades around transactions of the agent. */
export function createSandwich(
  { gate, oracle, struck }: Ground,
  trade: (trade: Trade) => Promise<void>,
): Sandwich {
  let armed: Trade | undefined
  let open: (Trade & { readonly before: bigint }) | undefined
  const holding = async ({ actor, tokenOut: token }: Trade) => {
    const [balance = 0n] = await oracle.readBalancesOf([{ token, account: ACTORS[actor].address }])
    return balance
  }
  return {
    arm(next) {
      armed = next
    },
    take() {
      const taken = armed
      armed = undefined
      if (taken === undefined) return undefined
      let before = 0n
      return {
        async tradeAhead() {
          before = await gate.through(() => holding(taken))
          await gate.through(() => trade(taken))
          struck.note('sandwich')
        },
        follow() {
          open = { ...taken, before }
        },
      }
    },
    async tradeBack() {
      if (open === undefined) return
      const { actor, tokenIn, tokenOut, before } = open
      const amountIn = (await holding(open)) - before
      open = undefined
      await trade({ actor, tokenIn: tokenOut, tokenOut: tokenIn, amountIn })
    },
  }
}
