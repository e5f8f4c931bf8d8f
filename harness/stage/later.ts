import { encodeDeployData, erc20Abi, type Hex } from 'viem'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import type { Position } from '../../tools/core/position.ts'
import { listPositionViews, readPositionsAround } from '../../tools/safety/evidence/read-positions.ts'
import { HarnessError } from '../errors.ts'
import type { Observation } from '../oracle/observer.ts'
import { readTold } from '../oracle/read-told.ts'
import type { ToldOutcome } from '../oracle/told-outcome.ts'
import { findLaterAct } from '../protocols/later-acts.ts'
import type { LaterPlan } from '../protocols/testbed-later.ts'
import type { MarketAccess, OtherChain } from '../protocols/testbed-market.ts'
import type { Ground } from './ground.ts'

/** What others shall do to what the account has in a protocol. */
export interface LaterOrder {
  readonly protocol: string
  readonly act: string
  readonly shareBps: number
  readonly waitSeconds: number
}

/** What happens to the account's positions after its own actions. */
export interface Later {
  /** Tell whether the account has anything that it could be done to. */
  applies(order: LaterOrder): Promise<boolean>
  /**
   * Let others do it, and hold the three accounts of it against each other: what the protocol's documentation says, what
   * logs and the cage's readers show, and what is observed.
   *
   * @throws HarnessError STEP_IMPOSSIBLE where there is nothing to do it to
   */
  happen(order: LaterOrder): Promise<Observation>
  /** This chain, as testbeds work on it for the sake of what began on another. */
  readonly site: OtherChain
}

/** Create what happens later on a stage. */
export function createLater(
  ground: Ground,
  access: MarketAccess,
  advance: (ms: number) => Promise<void>,
  besides: readonly { readonly later: Later }[],
): Later {
  const { client, observer, oracle, options } = ground
  const { cage, policy } = options
  const elsewhere = (chainId: number) =>
    besides.map(({ later }) => later.site).find((site) => site.chainId === chainId)
  const plan = async ({ protocol, act, shareBps, waitSeconds }: LaterOrder) => {
    const { book, whale, deployer } = access
    const positions = (await oracle.readPositions(cage)).filter((position) => position.protocol === protocol)
    const { firstBlock } = policy.logs
    const account = { account: cage, firstBlock, positions }
    const scope = { client, book, whale, deployer, ...account, shareBps, waitSeconds, elsewhere }
    return findLaterAct(protocol, act).plan(scope)
  }
  /** What the cage's readers show. */
  const read = async (): Promise<readonly Position[]> => {
    const views = await Promise.all(
      listPositionViews(policy, cage).map(async ({ to, data }) => (await client.call({ to, data })).data),
    )
    return readPositionsAround(policy, { before: views, after: views }).before.positions
  }
  return {
    site: createSite(ground, access),
    applies: async (order) => (await plan(order)) !== undefined,
    happen: (order) =>
      observer.observe(
        async () => {
          const planned = await plan(order)
          if (planned === undefined) throw nothingToDo(order)
          const [before, block] = await Promise.all([read(), client.getBlockNumber({ cacheTime: 0 })])
          await planned.first?.()
          if (planned.afterSeconds !== undefined) await advance(planned.afterSeconds * 1_000)
          await carryOut(planned, `${order.act} in ${order.protocol}`, access)
          const tokens = access.book.tokens.map(({ address }) => address)
          const actual = await readTold({
            client,
            account: cage,
            tokens,
            before,
            after: await read(),
            block,
          })
          const told: ToldOutcome = {
            by: `${order.protocol} ${order.act}`,
            expected: planned.expected,
            actual,
            toleranceBps: planned.toleranceBps,
            groundTruthSource: 'log_comparison',
          }
          return { details: { done: order.act, in: order.protocol }, told }
        },
        { mayChange: true },
      ),
  }
}

/** Open a chain for what others do there. */
const createSite = ({ chain: { fork, book } }: Ground, access: MarketAccess): OtherChain => ({
  ...access,
  chainId: book.chainId,
  async place({ name, abi, bytecode }, address, args) {
    const { rpc } = fork
    if ((await rpc.request<Hex>('eth_getCode', [address, 'latest'])) !== '0x') return
    const from = access.deployer
    await rpc.request('anvil_setCode', [address, encodeDeployData({ abi, bytecode, args })])
    const runtime = await rpc.request<Hex>('eth_call', [{ from, to: address }, 'latest'])
    await access.send(from, [{ to: address, data: '0x', valueWei: 0n }], `create ${name}`)
    await rpc.request('anvil_setCode', [address, runtime])
  },
})

/** Pays for what an actor sends, at any base fee that steps set. */
const GAS_WEI = 10n ** 21n

/** Give the actor what it needs, and send its calls. */
async function carryOut(
  { actor, gives, calls }: LaterPlan,
  what: string,
  access: MarketAccess,
): Promise<void> {
  const readBalance = () => access.client.getBalance({ address: actor })
  // A contract that acts has nothing to pay its gas with, and keeps nothing of what it is lent: a router would trade with it.
  const isLent = (await readBalance()) < GAS_WEI
  if (isLent) await access.fund(actor, NATIVE_TOKEN, GAS_WEI)
  for (const { token, amountBaseUnits } of gives) await access.fund(actor, token, amountBaseUnits)
  const allow = (to: Hex, token: Hex, amount: bigint) => ({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, amount] }),
    valueWei: 0n,
  })
  const spenders = [...new Set(calls.map(({ to }) => to))]
  const allowances = gives.flatMap(({ token, amountBaseUnits }) =>
    // Some tokens take no allowance over one that is left.
    spenders.flatMap((spender) => [allow(spender, token, 0n), allow(spender, token, amountBaseUnits)]),
  )
  await access.send(actor, [...allowances, ...calls], what)
  if (!isLent) return
  const left = await readBalance()
  await access.fund(actor, NATIVE_TOKEN, left < GAS_WEI ? -left : -GAS_WEI)
}

const nothingToDo = ({ protocol, act }: LaterOrder) =>
  new HarnessError('STEP_IMPOSSIBLE', `there is nothing of the account in ${protocol} to ${act}`, {
    expected: 'a position that it can be done to',
    found: 'none',
    hint: 'let the account take one before this step',
  })
