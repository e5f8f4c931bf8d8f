import type { Trade } from '../../stage/market.ts'
import type { Stage } from '../../stage/stage.ts'
import type { ActorName } from '../../world/actors.ts'
import type { CellReader } from '../read/cell-reader.ts'
import { amount, named } from '../schema-words.ts'
import type { Path } from '../text/matrix.ts'
import type { TitleWords } from './define-step.ts'
import { resolveTokenAddress } from './resolve-names.ts'

/** A trade of another actor than the agent. */
export interface TradeOrder {
  readonly actor: ActorName
  readonly tokenIn: string
  readonly tokenOut: string
  readonly amountInBaseUnits: bigint
}

/** The shape of a trade. */
export const TRADE_MEMBERS = {
  actor: named('actor', 'who trades'),
  tokenIn: named('token', 'token sold'),
  tokenOut: named('token', 'token bought'),
  amountIn: amount('amount sold'),
}

/** Read a trade. */
export function readTrade(
  members: {
    readonly actor: string
    readonly tokenIn: string
    readonly tokenOut: string
    readonly amountIn: string
  },
  path: Path,
  reader: CellReader,
): TradeOrder {
  const at = (member: string) => [...path, member]
  const actors = Object.keys(reader.catalogue.actors)
  const tokenIn = reader.tokenName(members.tokenIn, at('tokenIn'))
  const { token, baseUnits } = reader.amount(members.amountIn, at('amountIn'))
  if (token !== tokenIn && reader.isToken(token) && reader.isToken(tokenIn)) {
    reader.problem(at('amountIn'), `expected an amount in ${tokenIn}, found ${token}`, 'sell what you name')
  }
  return {
    actor: reader.choose(at('actor'), 'actor', members.actor, actors) as ActorName,
    tokenIn,
    tokenOut: reader.tokenName(members.tokenOut, at('tokenOut')),
    amountInBaseUnits: baseUnits,
  }
}

/** Resolve the tokens of a trade. */
export const resolveTrade = (
  stage: Stage,
  { actor, tokenIn, tokenOut, amountInBaseUnits }: TradeOrder,
): Trade => ({
  actor,
  tokenIn: resolveTokenAddress(stage, tokenIn),
  tokenOut: resolveTokenAddress(stage, tokenOut),
  amountIn: amountInBaseUnits,
})

/** Say a trade in one line. */
export const nameTrade = (
  { actor, tokenIn, tokenOut, amountInBaseUnits }: TradeOrder,
  { amount: render }: TitleWords,
): string => `${actor} sells ${render(tokenIn, amountInBaseUnits)} for ${tokenOut}`
