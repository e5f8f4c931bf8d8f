import { type Address, erc20Abi, parseAbi, zeroHash } from 'viem'
import { vaultAbi } from '../../../tools/protocols/erc4626/abi.ts'
import { BASE } from '../../../tools/protocols/erc4626/base.ts'
import type { CompiledContract } from '../../chain/solc.ts'
import { MORPHO_PERIPHERY } from '../morpho-periphery.ts'
import { defineTestbed, type WorldBuilder } from '../testbed.ts'
import { LATER } from './later.ts'
import { observe } from './observe.ts'

const ASSET = 'USDC'
const DEPOSIT_USD = 500_000n
/** What a small saver puts in and takes out by turns. */
const TRADE_USD = 600n
/** Every other round, of some minutes: about a twentieth in a year. */
const YIELD_USD = 1n
const ORIGIN_OWN = { entries: ['harness/protocols/erc4626/contracts/OpenZeppelinVault.sol'] }

const artifactOf = (compiled: Readonly<Record<string, CompiledContract>>, name: string) => {
  const { abi, bytecode } = compiled[name] as CompiledContract
  return { name, abi, bytecode }
}

const callVault = (
  { chain, book }: WorldBuilder,
  from: Address,
  functionName: 'deposit' | 'withdraw',
  args: readonly unknown[],
) => {
  const to = BASE.on(book).savingsVault
  return chain.call({
    label: `${functionName} of the savings vault`,
    from,
    to,
    abi: vaultAbi,
    functionName,
    args,
  })
}

const factoryAbi = parseAbi([
  'function createMetaMorpho(address initialOwner, uint256 initialTimelock, address asset, string name, string symbol, bytes32 salt) returns (address)',
])
const TIMELOCK_SECONDS = 86_400n
const CREATION_GAS = 10_000_000n

/** Create a vault that lends in no market yet, and so takes nothing: its caps wait longer than the origin is old. */
const createEmptyVault = ({ chain, book, deployer, tokens }: WorldBuilder) =>
  chain.call({
    label: 'create a vault',
    from: deployer,
    to: BASE.on(book).factory,
    abi: factoryAbi,
    functionName: 'createMetaMorpho',
    args: [deployer, TIMELOCK_SECONDS, tokens.DAI?.address, 'Origin DAI vault', 'oDAI', zeroHash],
    gas: CREATION_GAS,
  })

/**
 * The factory of MetaMorpho's vaults with a vault of nothing yet, and OpenZeppelin's ERC-4626 over USDC where mainnet has
 * Spark's; the MetaMorpho vault of USDC is opened with Morpho's markets.
 */
export const TESTBED = defineTestbed({
  needs: ['morpho-blue'],
  packages: ['@openzeppelin/contracts', 'sphere-mezo-solidity-files'],
  compiles: [MORPHO_PERIPHERY, ORIGIN_OWN],
  async deploy({ chain, book, deployer, compile }) {
    const morpho = book.protocols['morpho-blue']?.morpho
    const factory = artifactOf(compile(MORPHO_PERIPHERY), 'MetaMorphoFactory')
    await chain.place(factory, BASE.on(book).factory, [morpho], deployer)
  },
  async seed(world) {
    const { chain, book, deployer, provider, trader, tokens } = world
    const { savingsVault } = BASE.on(book)
    const asset = tokens[ASSET]?.address
    const vault = artifactOf(world.compile(ORIGIN_OWN), 'OpenZeppelinVault')
    await chain.place(vault, savingsVault, [asset, 'Savings USDC', 'sUSDC'], deployer)
    for (const owner of [provider, trader]) await world.approveAll(owner, savingsVault)
    await callVault(world, provider, 'deposit', [world.toAmount(ASSET, DEPOSIT_USD), provider])
    await chain.mine()
    await createEmptyVault(world)
    await chain.mine()
  },
  async addHistory(world, round) {
    const { chain, book, provider, trader, tokens } = world
    const traded = world.toAmount(ASSET, TRADE_USD)
    if (round % 2 !== 0) return callVault(world, trader, 'withdraw', [traded, trader, trader])
    await callVault(world, trader, 'deposit', [traded, trader])
    await chain.call({
      label: 'yield of the savings vault',
      from: provider,
      to: tokens[ASSET]?.address as Address,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [BASE.on(book).savingsVault, world.toAmount(ASSET, YIELD_USD)],
    })
  },
  observe,
  later: LATER,
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  attack: async () => (await import('./attack.ts')).ATTACK,
})
