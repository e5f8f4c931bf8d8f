import { type Address, erc20Abi, parseEther, zeroAddress } from 'viem'
import { BASE } from '../../../tools/protocols/aave-v3/base.ts'
import type { WorldBuilder } from '../testbed.ts'
import { BORROWERS } from './borrowers.ts'
import { administrationOf, loadCore, loadPeriphery, PARTS } from './contracts.ts'
import { RESERVES } from './reserves.ts'

/** What every second round borrows, and the next repays. */
const ROUND_USD = 500_000n
/** The round in which a part of the unsound debt is liquidated, and how much of it. */
const LIQUIDATION = { round: 12, debtUsd: 1_000n }
/** Base units of DAI a second for the suppliers and the borrowers of USDC, until 2036. */
const EMISSIONS = { supply: 10n ** 15n, debt: 5n * 10n ** 14n, endSeconds: 2_100_000_000 }

const VARIABLE = 2n

const addressOf = ({ tokens }: WorldBuilder, symbol: string): Address => {
  const token = tokens[symbol]
  if (token === undefined) throw new Error(`the market has no ${symbol}`)
  return token.address
}

/** Queue a call of the Pool. */
const act = (world: WorldBuilder, from: Address, functionName: string, args: readonly unknown[]) =>
  world.chain.call({
    label: `${functionName} for ${from}`,
    from,
    to: BASE.on(world.book).pool,
    abi: BASE.contracts.pool.abi,
    functionName,
    args,
  })

/** Queue a call of a token. */
const ofToken = (
  { chain }: WorldBuilder,
  from: Address,
  to: Address,
  functionName: 'approve' | 'transfer',
  args: readonly [Address, bigint],
) => chain.call({ label: `${functionName} of ${from}`, from, to, abi: erc20Abi, functionName, args })

/** Supply liquidity, let two accounts borrow, and pay rewards for USDC. */
export async function seedMarket(world: WorldBuilder): Promise<void> {
  const { chain, provider, book } = world
  const { pool } = BASE.on(book)
  await world.approveAll(provider, pool)
  for (const { symbol, supplyUsd } of RESERVES) {
    await act(world, provider, 'supply', [
      addressOf(world, symbol),
      world.toAmount(symbol, supplyUsd),
      provider,
      0,
    ])
  }
  for (const account of Object.values(BORROWERS)) {
    await chain.send({ label: `fund ${account}`, from: provider, to: account, valueWei: parseEther('1') })
  }
  await chain.mine()
  await pledge(world, BORROWERS.sound, 'WETH', 9_000_000n)
  await pledge(world, BORROWERS.unsound, 'WBTC', 120_000n)
  await chain.mine()
  for (const [account, symbol, usd] of [
    [BORROWERS.sound, 'USDC', 4_000_000n],
    [BORROWERS.sound, 'DAI', 1_000_000n],
    [BORROWERS.unsound, 'USDC', 85_000n],
  ] as const) {
    const amount = world.toAmount(symbol, usd)
    await act(world, account, 'borrow', [addressOf(world, symbol), amount, VARIABLE, 0, account])
  }
  await chain.mine()
  // A lower threshold than at the time of borrowing is what makes the second account unsound, at unmoved prices.
  await chain.call({
    label: 'lower the threshold of WBTC',
    from: world.deployer,
    to: administrationOf(world.book).configurator,
    abi: loadCore('protocol/pool/PoolConfigurator').abi,
    functionName: 'configureReserveAsCollateral',
    args: [addressOf(world, 'WBTC'), 6_500n, 7_000n, 10_500n],
  })
  await startEmissions(world)
  await chain.mine()
}

/** Give an account tokens that it supplies. */
async function pledge(world: WorldBuilder, account: Address, symbol: string, usd: bigint) {
  const [token, amount] = [addressOf(world, symbol), world.toAmount(symbol, usd)]
  await ofToken(world, world.provider, token, 'transfer', [account, amount])
  await ofToken(world, account, token, 'approve', [BASE.on(world.book).pool, amount])
  await act(world, account, 'supply', [token, amount, account, 0])
}

async function startEmissions(world: WorldBuilder): Promise<void> {
  const { chain, book, deployer, provider } = world
  const { pool } = BASE.on(book)
  const reward = addressOf(world, 'DAI')
  const usdc = await chain.read<{ aTokenAddress: Address; variableDebtTokenAddress: Address }>({
    to: pool,
    abi: BASE.contracts.pool.abi,
    functionName: 'getReserveData',
    args: [addressOf(world, 'USDC')],
  })
  const emission = (asset: Address, emissionPerSecond: bigint) => ({
    emissionPerSecond,
    totalSupply: 0n,
    distributionEnd: EMISSIONS.endSeconds,
    asset,
    reward,
    transferStrategy: PARTS.transferStrategy,
    rewardOracle: book.tokens.find(({ symbol }) => symbol === 'DAI')?.feed?.address ?? zeroAddress,
  })
  const manage = (functionName: string, args: readonly unknown[]) =>
    chain.call({
      label: functionName,
      from: deployer,
      to: administrationOf(book).emissionManager,
      abi: loadPeriphery('rewards/EmissionManager').abi,
      functionName,
      args,
    })
  await manage('setEmissionAdmin', [reward, deployer])
  await manage('configureAssets', [
    [emission(usdc.aTokenAddress, EMISSIONS.supply), emission(usdc.variableDebtTokenAddress, EMISSIONS.debt)],
  ])
  await ofToken(world, provider, reward, 'approve', [PARTS.transferStrategy, 10n ** 30n])
}

/** Let the borrower repay what it borrows. */
export async function prepareRounds(world: WorldBuilder): Promise<void> {
  const usdc = addressOf(world, 'USDC')
  await ofToken(world, BORROWERS.sound, usdc, 'approve', [BASE.on(world.book).pool, 10n ** 30n])
}

/** Borrow in one round and repay in the next, so that rates move; once a part of an unsound debt is liquidated. */
export async function borrowRound(world: WorldBuilder, round: number): Promise<void> {
  const usdc = addressOf(world, 'USDC')
  const [amount, account] = [world.toAmount('USDC', ROUND_USD), BORROWERS.sound]
  if (round % 2 === 0) await act(world, account, 'borrow', [usdc, amount, VARIABLE, 0, account])
  else await act(world, account, 'repay', [usdc, amount, VARIABLE, account])
  if (round !== LIQUIDATION.round) return
  const debt = world.toAmount('USDC', LIQUIDATION.debtUsd)
  const wbtc = addressOf(world, 'WBTC')
  await act(world, world.provider, 'liquidationCall', [wbtc, usdc, BORROWERS.unsound, debt, false])
}
