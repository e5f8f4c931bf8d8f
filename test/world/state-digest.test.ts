import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage } from '../../harness/stage/open-stage.ts'
import { findContract } from '../../harness/world/find-contract.ts'
import { forkOrigin } from '../fork-origin.ts'

/** WETH for USDC at 86 %, of Morpho. */
const MARKET = '0x7dde86a1e94561d9690ec678db673c1a6396365f7d1d65e129c5fff0990ff758'

let environment: Awaited<ReturnType<typeof forkOrigin>>
beforeAll(async () => {
  environment = await forkOrigin()
})
afterAll(() => environment?.stop())

const setTimer = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** The digest of the state in which an action leaves the account, and what it then has of each token. */
async function endOf(kind: string, params: object) {
  const stage = await openStage(environment, { profile: 'full' }, '1', setTimer)
  try {
    const { details, error } = await stage.agent.call('preview_action', { kind, params })
    expect(error).toBeUndefined()
    const { permitId } = details as { readonly permitId: string }
    expect((await stage.agent.call('commit_action', { permitId })).error).toBeUndefined()
    const { balances } = await stage.readHoldings()
    return { digest: (await stage.finish()).stateDigest, balances }
  } finally {
    await stage.close()
  }
}

const approve = (amountBaseUnits: string) =>
  endOf('approve', {
    token: 'USDC',
    spender: findContract(environment.book, 'uniswap-v3.swapRouter'),
    amountBaseUnits,
  })
const supply = (venue: { readonly protocol: string; readonly market?: string }) =>
  endOf('supply', { token: 'USDC', amountBaseUnits: '100000000', venue })

test('I54: the digest of a state tells what spenders may take, and positions, of the same balances', async () => {
  const [one, two] = [await approve('1'), await approve('2')]
  expect(one.balances).toEqual(two.balances)
  expect(one.digest).not.toBe(two.digest)
  expect((await approve('1')).digest).toBe(one.digest)
  const [aave, morpho] = [
    await supply({ protocol: 'aave-v3' }),
    await supply({ protocol: 'morpho-blue', market: MARKET }),
  ]
  expect(aave.balances).toEqual(morpho.balances)
  expect(aave.digest).not.toBe(morpho.digest)
})
