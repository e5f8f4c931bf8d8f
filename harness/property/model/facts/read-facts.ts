import { erc20Abi } from 'viem'
import type { Intent } from '../../../vocabulary/intent.ts'
import type { ModelCall } from '../../../vocabulary/model-call.ts'
import { ACTORS } from '../../../world/actors.ts'
import { tokensOf } from '../known-tokens.ts'
import type { FactSource } from './fact-source.ts'
import type { CallFact, Facts } from './facts.ts'

/** Read what the judgement of an intent depends on. */
export async function readFacts(
  source: FactSource,
  wallMs: number,
  intent: Intent | undefined,
): Promise<Facts> {
  const { client, book } = source
  const [block, nonce, account, quote, allowance, owner, calls] = await Promise.all([
    client.getBlock(),
    client.getTransactionCount({ address: ACTORS.operator.address }),
    source.readAccount(),
    readQuote(source, intent),
    readAllowance(source, intent),
    intent?.kind === 'position' ? intent.findOwner?.(source) : undefined,
    intent?.kind === 'calls' ? Promise.all(intent.calls.map((call) => readCall(source, call))) : [],
  ])
  return {
    now: { wallMs, chainSeconds: Number(block.timestamp) },
    baseFeeWei: block.baseFeePerGas ?? 0n,
    nonce,
    balances: new Map(
      tokensOf(book).map(({ symbol }, index) => [symbol, account.balances[index] ?? 0n] as const),
    ),
    prices: account.prices,
    allowances: account.allowances,
    ...(quote ? { quote } : {}),
    ...(allowance === undefined ? {} : { allowance }),
    ...(owner === undefined ? {} : { owner }),
    calls,
  }
}

/** Ask the market what it gives for the trade that is meant. */
const readQuote = async (
  { client, book }: FactSource,
  intent: Intent | undefined,
): Promise<Facts['quote']> =>
  intent?.kind === 'trade' && intent.amount > 0n
    ? intent.quote({ client, book }, intent.promised?.way)
    : undefined

/** Ask the protocol what a call depends on. */
async function readCall(source: FactSource, call: ModelCall): Promise<CallFact> {
  if (call.kind === 'trade') return { quote: call.amount > 0n ? await call.quote(source) : undefined }
  return call.kind === 'provide' ? { owner: await call.findOwner(source) } : {}
}

/** Read the allowance that an approval changes. */
async function readAllowance({ client, book, cage }: FactSource, intent: Intent | undefined) {
  const call = intent?.kind === 'calls' ? intent.calls.find(({ kind }) => kind === 'approve') : undefined
  if (call?.kind !== 'approve') return undefined
  const address = book.tokens.find(({ symbol }) => symbol === call.token)?.address
  if (address === undefined) return undefined
  const args = [cage, call.spender] as const
  return client.readContract({ address, abi: erc20Abi, functionName: 'allowance', args })
}
