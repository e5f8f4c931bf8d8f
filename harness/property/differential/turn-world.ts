import { type Address, numberToHex, parseUnits } from 'viem'
import { findToken } from '../../../tools/core/tokens.ts'
import { parsePhase } from '../../../tools/safety/policy/phases.ts'
import type { Fork } from '../../chain/fork.ts'
import type { Stage } from '../../stage/stage.ts'
import { ACTORS } from '../../world/actors.ts'
import { MARKET_TOKENS } from '../../world/market.ts'
import { toBaseUnits } from './build-calls.ts'
import type { Turn } from './draw-action.ts'

const GAS = numberToHex(1_000_000)

/** Let the world do something. */
export async function turnWorld(turn: Turn, stage: Stage, fork: Fork): Promise<void> {
  const { book } = stage
  const addressOf = (symbol: string) => findToken(book, symbol)?.address as Address
  switch (turn.turn) {
    case 'none':
      return
    case 'advance':
      return stage.clock.advance(turn.seconds * 1_000)
    case 'price': {
      const known = findToken(book, turn.token)
      const answers = [known?.feed, known?.secondaryFeed].flatMap((feed) => {
        if (feed === undefined) return []
        const par = parseUnits(MARKET_TOKENS[turn.token].priceUsd.toString(), feed.decimals)
        return [{ feed: feed.address, answer: par + (par * BigInt(turn.bps)) / 10_000n }]
      })
      return stage.market.setFeeds(answers, turn.ageSeconds === 0 ? undefined : turn.ageSeconds)
    }
    case 'trade': {
      const tokenOut = turn.tokenIn === 'USDC' ? 'WETH' : 'USDC'
      const amount = toBaseUnits(turn.tokenIn, turn.thousands * 100_000)
      return stage.market.trade({
        actor: 'whale',
        tokenIn: addressOf(turn.tokenIn),
        tokenOut: addressOf(tokenOut),
        amountIn: amount,
      })
    }
    case 'phase': {
      const phase = parsePhase(turn.phase)
      if (phase !== undefined) await stage.agent.observePhase(phase)
      return
    }
    case 'gift':
      return stage.outsiders.transfer(
        ACTORS.whale.address,
        stage.cage,
        addressOf('USDC'),
        toBaseUnits('USDC', turn.cents),
      )
    case 'pause': {
      // Pausing is `pause()` by the guardian; the stack learns of it from the chain alone.
      const request = { from: ACTORS.guardian.address, to: stage.cage, data: '0x8456cb59', gas: GAS }
      await fork.rpc.request('eth_sendTransaction', [request])
      await stage.blocks.mine(1)
      return
    }
  }
}
