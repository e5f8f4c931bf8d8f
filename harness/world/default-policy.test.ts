import { type Abi, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { selectorsOf } from '../../tools/kit/selectors-of.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { loadArtifact } from '../chain/artifacts.ts'
import { loadPublished } from '../protocols/load-uniswapx.ts'
import { ASSET_SELECTORS, defaultPolicy, listLossyPlaces, NO_CAP } from './default-policy.ts'
import { EMBEDDED_BOOK } from './embedded-book.ts'
import { findContract } from './find-contract.ts'
import { MAINNET_BOOK } from './mainnet-book.ts'

const namesOf = (abi: Abi, selectors: readonly string[]) =>
  selectors.map((selector) => {
    const found = abi.find((item) => item.type === 'function' && toFunctionSelector(item) === selector)
    return found?.type === 'function' ? found.name : undefined
  })

test('default', () => {
  const policy = defaultPolicy(EMBEDDED_BOOK)
  expect(policy.assets.map(({ capUsdc, isBase }) => [capUsdc === NO_CAP ? 'none' : capUsdc, isBase])).toEqual(
    [
      [150_000_000_000n, false],
      ['none', true],
      ['none', true],
      [60_000_000_000n, false],
      ['none', true],
    ],
  )
  expect(policy.maxDrawdownBps).toBe(1_000)
})

test('behavior: no place is approved by default whose end may pay less than it counts for', () => {
  const { places, lossyPlaces } = defaultPolicy(EMBEDDED_BOOK)
  const lossy = listLossyPlaces(EMBEDDED_BOOK)
  expect(lossy.length).toBeGreaterThan(0)
  expect(places.filter((place) => lossy.includes(place))).toEqual([])
  expect(lossyPlaces).toEqual([])
})

test('behavior: selectors are those of the published contracts', () => {
  const periphery = '@uniswap/v3-periphery/artifacts/contracts'
  const manager = loadArtifact(
    `${periphery}/NonfungiblePositionManager.sol/NonfungiblePositionManager.json`,
  ).abi
  const router = loadArtifact(
    '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
  ).abi
  const weth = loadArtifact('canonical-weth/build/contracts/WETH9.json').abi
  const { targets } = defaultPolicy(EMBEDDED_BOOK)
  const approved = (reference: string, abi: Abi) =>
    namesOf(
      abi,
      targets.find(({ target }) => target === findContract(EMBEDDED_BOOK, reference))?.selectors ?? [],
    )
  expect(namesOf(weth, ASSET_SELECTORS)).toEqual(['approve', 'transfer'])
  expect(approved('weth', weth)).toEqual(['deposit', 'withdraw'])
  expect(approved('uniswap-v3.swapRouter', router).toSorted()).toEqual([
    'exactInput',
    'exactInputSingle',
    'exactOutput',
    'exactOutputSingle',
  ])
  expect(approved('uniswap-v3.positionManager', manager)).toEqual([
    'mint',
    'increaseLiquidity',
    'decreaseLiquidity',
    'collect',
    'burn',
    'safeTransferFrom',
  ])
  expect(approved('permit2', loadPublished('Permit2').abi)).toEqual([
    'approve',
    'lockdown',
    'invalidateNonces',
    'invalidateUnorderedNonces',
  ])
})

test('behavior: no name that is listed stands for more than one function', () => {
  const lists = DEV_REGISTRY.protocols.flatMap(({ base, cage = {}, operator = {}, owner = {} }) =>
    [cage, operator, owner].flatMap(Object.entries<(typeof cage)[string]>).map(([contract, access]) => ({
      abi: base.contracts[contract]?.abi ?? [],
      names: 'functions' in access ? access.functions : access,
    })),
  )
  const manifold = lists.flatMap(({ abi, names }) =>
    names.filter((name) => selectorsOf(abi, [name]).length > 1),
  )
  expect(lists.length).toBeGreaterThan(10)
  expect(manifold).toEqual([])
})

test('behavior: both origins get the same policy but for staleness and model protocols', () => {
  const { 'model-yield': _, ...protocols } = EMBEDDED_BOOK.protocols
  const strip = (policy: ReturnType<typeof defaultPolicy>) => ({
    ...policy,
    assets: policy.assets.map((asset) => ({ ...asset, maxStalenessSeconds: 0 })),
  })
  expect(strip(defaultPolicy(MAINNET_BOOK))).toEqual(strip(defaultPolicy({ ...EMBEDDED_BOOK, protocols })))
})

test('error: DEPLOY_FAILED', () => {
  const { wrappedNative: _, ...book } = EMBEDDED_BOOK
  expect(() => defaultPolicy({ ...book, protocols: {} })).toThrowErrorMatchingInlineSnapshot(`
    [HarnessError: the default policy has nothing to approve
      expected: a wrapped native coin in the address book
      found:    no protocol for chain 31337
      do:       add its address to the base of its protocol]
  `)
})
