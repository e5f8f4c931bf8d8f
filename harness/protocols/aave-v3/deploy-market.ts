import { getContractAddress, parseUnits, toHex, zeroAddress } from 'viem'
import { NATIVE_TOKEN } from '../../../tools/core/address-book.ts'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import { BASE } from '../../../tools/protocols/aave-v3/base.ts'
import type { WorldBuilder } from '../testbed.ts'
import { administrationOf, LIBRARIES, loadCore, loadPeriphery, PARTS } from './contracts.ts'
import { RESERVES } from './reserves.ts'

/** Hundredths of a per cent in ray. */
const bps = (value: bigint) => value * 10n ** 23n

/** Optimal use, base rate and both slopes of the curves; stable rates are never offered. */
const CURVES = {
  stableRates: [bps(9_000n), 0n, bps(500n), bps(6_000n)],
  volatileRates: [bps(8_000n), 0n, bps(330n), bps(8_000n)],
} as const

/** Put Aave V3.0.2 on a chain, at the addresses that it has on mainnet; it has no reserves yet. */
export async function deployMarket(world: WorldBuilder): Promise<void> {
  const { chain, book, deployer } = world
  const { pool, dataProvider, oracle, rewards, gateway } = BASE.on(book)
  const { provider, aclManager, emissionManager } = administrationOf(book)
  const place = (path: string, address: `0x${string}`, args: readonly unknown[]) =>
    chain.place(loadCore(path), address, args, deployer)
  const administer = async (functionName: string, args: readonly unknown[]) => {
    const { abi } = loadCore('protocol/configuration/PoolAddressesProvider')
    await chain.call({
      label: functionName,
      from: deployer,
      to: provider,
      abi,
      functionName,
      args,
      gas: 6_000_000n,
    })
    await chain.mine()
  }
  for (const [name, address] of Object.entries(LIBRARIES)) {
    await place(`protocol/libraries/logic/${name}`, address, [])
  }
  await place('protocol/configuration/PoolAddressesProvider', provider, ['Aave Ethereum Market', deployer])
  await place('protocol/pool/Pool', PARTS.pool, [provider])
  await place('protocol/pool/PoolConfigurator', PARTS.configurator, [])
  // The provider's first contracts: so the proxies come to stand where they do on the chain itself.
  await administer('setPoolImpl', [PARTS.pool])
  await administer('setPoolConfiguratorImpl', [PARTS.configurator])
  const controller = loadPeriphery('rewards/RewardsController')
  if (getContractAddress({ from: provider, nonce: 3n }) === rewards) {
    await chain.place(controller, PARTS.rewards, [emissionManager], deployer)
    await administer('setAddressAsProxy', [keccak256(toHex('INCENTIVES_CONTROLLER')), PARTS.rewards])
  } else {
    await chain.place(controller, rewards, [emissionManager], deployer)
  }
  await administer('setACLAdmin', [deployer])
  await place('protocol/configuration/ACLManager', aclManager, [provider])
  await administer('setACLManager', [aclManager])
  await chain.call({
    label: 'make the deployer an administrator of the pool',
    from: deployer,
    to: aclManager,
    abi: loadCore('protocol/configuration/ACLManager').abi,
    functionName: 'addPoolAdmin',
    args: [deployer],
  })
  await place('misc/AaveProtocolDataProvider', dataProvider, [provider])
  await administer('setPoolDataProvider', [dataProvider])
  await place('misc/AaveOracle', oracle, [
    provider,
    ...listSources(world),
    zeroAddress,
    zeroAddress,
    10n ** 8n,
  ])
  await administer('setPriceOracle', [oracle])
  await place('protocol/tokenization/AToken', PARTS.aToken, [pool])
  await place('protocol/tokenization/StableDebtToken', PARTS.stableDebt, [pool])
  await place('protocol/tokenization/VariableDebtToken', PARTS.variableDebt, [pool])
  for (const name of ['stableRates', 'volatileRates'] as const) {
    const stable = [0n, 0n, 0n, 0n, bps(2_000n)]
    await place('protocol/pool/DefaultReserveInterestRateStrategy', PARTS[name], [
      provider,
      ...CURVES[name],
      ...stable,
    ])
  }
  const native = book.wrappedNative ?? NATIVE_TOKEN
  await chain.place(loadPeriphery('misc/WrappedTokenGatewayV3'), gateway, [native, deployer, pool], deployer)
  await placeRewards(world, rewards)
}

/** The emission manager and the vault's strategy: rewards are paid out of the provider's account. */
async function placeRewards({ chain, book, deployer, provider }: WorldBuilder, rewards: `0x${string}`) {
  const { emissionManager } = administrationOf(book)
  const manager = loadPeriphery('rewards/EmissionManager')
  await chain.place(manager, emissionManager, [deployer], deployer)
  const strategy = loadPeriphery('rewards/transfer-strategies/PullRewardsTransferStrategy')
  await chain.place(strategy, PARTS.transferStrategy, [rewards, deployer, provider], deployer)
  await chain.call({
    label: 'let the emission manager know its controller',
    from: deployer,
    to: emissionManager,
    abi: manager.abi,
    functionName: 'setRewardsController',
    args: [rewards],
  })
  await chain.mine()
}

/** Reserves and the feeds of their prices. */
function listSources({ book, tokens }: WorldBuilder) {
  const assets = RESERVES.map(({ symbol }) => tokens[symbol]?.address ?? zeroAddress)
  const sources = RESERVES.map(
    ({ symbol }) => book.tokens.find((token) => token.symbol === symbol)?.feed?.address ?? zeroAddress,
  )
  return [assets, sources]
}

/** Create the reserves, configure them, and open the category of stable coins. */
export async function openReserves({ chain, book, tokens, deployer }: WorldBuilder): Promise<void> {
  const { rewards } = BASE.on(book)
  const { abi } = loadCore('protocol/pool/PoolConfigurator')
  const configure = (functionName: string, args: readonly unknown[], gas?: bigint) =>
    chain.call({
      label: `${functionName} ${args.join(' ').slice(0, 60)}`,
      from: deployer,
      to: administrationOf(book).configurator,
      abi,
      functionName,
      args,
      ...(gas ? { gas } : {}),
    })
  const inputs = RESERVES.map(({ symbol, rates }) => ({
    aTokenImpl: PARTS.aToken,
    stableDebtTokenImpl: PARTS.stableDebt,
    variableDebtTokenImpl: PARTS.variableDebt,
    underlyingAssetDecimals: tokens[symbol]?.decimals,
    interestRateStrategyAddress: PARTS[rates],
    underlyingAsset: tokens[symbol]?.address,
    treasury: deployer,
    incentivesController: rewards,
    aTokenName: `Aave Ethereum ${symbol}`,
    aTokenSymbol: `aEth${symbol}`,
    variableDebtTokenName: `Aave Ethereum Variable Debt ${symbol}`,
    variableDebtTokenSymbol: `variableDebtEth${symbol}`,
    stableDebtTokenName: `Aave Ethereum Stable Debt ${symbol}`,
    stableDebtTokenSymbol: `stableDebtEth${symbol}`,
    params: '0x10',
  }))
  await configure('initReserves', [inputs], 25_000_000n)
  await configure('setEModeCategory', [1, 9_300, 9_500, 10_100, zeroAddress, 'Stablecoins'])
  await configure('updateFlashloanPremiumTotal', [5n])
  await chain.mine()
  for (const reserve of RESERVES) {
    const asset = tokens[reserve.symbol]?.address
    await configure('setReserveBorrowing', [asset, true])
    await configure('configureReserveAsCollateral', [
      asset,
      reserve.ltvBps,
      reserve.thresholdBps,
      reserve.bonusBps,
    ])
    await configure('setReserveFactor', [asset, reserve.factorBps])
    await configure('setLiquidationProtocolFee', [asset, 1_000n])
    await configure('setReserveFlashLoaning', [asset, true])
    await configure('setSupplyCap', [asset, reserve.supplyCap])
    await configure('setBorrowCap', [asset, reserve.borrowCap])
    if (reserve.isStable) await configure('setAssetEModeCategory', [asset, 1])
    if (reserve.isStable) await configure('setBorrowableInIsolation', [asset, true])
    if (reserve.debtCeilingUsd)
      await configure('setDebtCeiling', [asset, parseUnits(reserve.debtCeilingUsd, 2)])
    if (reserve.isSiloed) await configure('setSiloedBorrowing', [asset, true])
  }
  await chain.mine()
}
