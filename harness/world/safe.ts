import { type Address, encodeFunctionData, getAddress, type Hex, numberToHex } from 'viem'
import { HarnessError } from '../errors.ts'
import { ACTORS, type Actor } from './actors.ts'
import { loadArtifact } from './artifacts.ts'
import type { ChainBuilder } from './chain-builder.ts'
import type { FixtureChain } from './deploy-cage.ts'

const ARTIFACTS = '@safe-global/safe-contracts/build/artifacts/contracts'

/**
 * Contracts of Safe 1.4.1 at their canonical addresses, by path of their artifact. The published bytecode is what
 * the singleton factory put there (https://github.com/safe-global/safe-deployments).
 */
export const SAFE_CONTRACTS = {
  'Safe.sol/Safe': '0x41675C099F32341bf84BFc5382aF534df5C7461a',
  'SafeL2.sol/SafeL2': '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
  'proxies/SafeProxyFactory.sol/SafeProxyFactory': '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  'handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler':
    '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
  'libraries/MultiSend.sol/MultiSend': '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  'libraries/MultiSendCallOnly.sol/MultiSendCallOnly': '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  'libraries/SignMessageLib.sol/SignMessageLib': '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9',
} as const satisfies Record<string, Address>

/** A contract of {@link SAFE_CONTRACTS}, as its package publishes it. */
export const loadSafeArtifact = (path: keyof typeof SAFE_CONTRACTS) =>
  loadArtifact(`${ARTIFACTS}/${path}.json`)

/** Owners of the Safes of scenarios: accounts 11 to 13 of the actors' mnemonic. They hold nothing and send nothing. */
export const SAFE_OWNERS: readonly [Actor, Actor, Actor] = [
  {
    address: '0x71bE63f3384f5fb98995898A86B02Fb2426c5788',
    privateKey: '0x701b615bbdfb9de65240bc28bd21bbc0d996645a3dd57e7b12bc2bdf6f192c82',
  },
  {
    address: '0xFABB0ac9d68B0B445fB7357272Ff202C5651694a',
    privateKey: '0xa267530f49f8280200edf313ee7af6b827f2a8bce2897751d06a843f644967b1',
  },
  {
    address: '0x1CBd3b2770909D4e10f157cABC84C7264073C9Ec',
    privateKey: '0x47c99abed3324a2707c28affff1267e45918ec8c3f20b8aa892e8b065d2942dd',
  },
]

/** How many of {@link SAFE_OWNERS} have to sign. */
export const SAFE_THRESHOLD = 2

/** Put the contracts of Safe on an origin. */
export async function placeSafeContracts(chain: ChainBuilder): Promise<void> {
  for (const [path, address] of Object.entries(SAFE_CONTRACTS)) {
    const artifact = loadSafeArtifact(path as keyof typeof SAFE_CONTRACTS)
    await chain.place(artifact, address, [], ACTORS.deployer.address)
  }
}

/**
 * Create a Safe of {@link SAFE_OWNERS} through the factory; equal salts give equal addresses.
 *
 * @throws HarnessError DEPLOY_FAILED
 */
export async function deploySafe({ rpc, mine }: FixtureChain, salt: bigint): Promise<Address> {
  const factory = SAFE_CONTRACTS['proxies/SafeProxyFactory.sol/SafeProxyFactory']
  const singleton = SAFE_CONTRACTS['Safe.sol/Safe']
  const handler = SAFE_CONTRACTS['handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler']
  const zero = numberToHex(0, { size: 20 })
  const setup = encodeFunctionData({
    abi: loadSafeArtifact('Safe.sol/Safe').abi,
    functionName: 'setup',
    args: [SAFE_OWNERS.map(({ address }) => address), SAFE_THRESHOLD, zero, '0x', handler, zero, 0n, zero],
  })
  const data = encodeFunctionData({
    abi: loadSafeArtifact('proxies/SafeProxyFactory.sol/SafeProxyFactory').abi,
    functionName: 'createProxyWithNonce',
    args: [singleton, setup, salt],
  })
  const request = {
    from: ACTORS.deployer.address,
    to: factory,
    data,
    gas: numberToHex(1_000_000),
    gasPrice: numberToHex(10_000_000_000),
  }
  const answer = await rpc.request<Hex>('eth_call', [request, 'latest'])
  const safe = getAddress(`0x${answer.slice(-40)}`)
  await rpc.request('eth_sendTransaction', [request])
  await mine()
  if ((await rpc.request<Hex>('eth_getCode', [safe, 'latest'])) === '0x') {
    throw new HarnessError('DEPLOY_FAILED', 'the Safe was not created', {
      expected: `a proxy of ${singleton} at ${safe}`,
      found: 'no code',
      hint: 'the factory of Safe 1.4.1 must be on this chain; the embedded origin has it',
    })
  }
  return safe
}
