import { type Address, encodeFunctionData, getAddress, type Hex, numberToHex } from 'viem'
import { BASE as SAFE } from '../../tools/protocols/safe/base.ts'
import { HarnessError } from '../errors.ts'
import { loadSafeArtifact } from '../protocols/safe/testbed.ts'
import { ACTORS, type Actor } from './actors.ts'
import type { FixtureChain } from './deploy-cage.ts'
import { EMBEDDED_BOOK } from './embedded-book.ts'

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

/**
 * Create a Safe of {@link SAFE_OWNERS} through the factory; equal salts give equal addresses.
 *
 * @throws HarnessError DEPLOY_FAILED
 */
export async function deploySafe({ rpc, mine }: FixtureChain, salt: bigint): Promise<Address> {
  const { proxyFactory: factory, singleton, fallbackHandler: handler } = SAFE.on(EMBEDDED_BOOK)
  const zero = numberToHex(0, { size: 20 })
  const setup = encodeFunctionData({
    abi: loadSafeArtifact('singleton').abi,
    functionName: 'setup',
    args: [SAFE_OWNERS.map(({ address }) => address), SAFE_THRESHOLD, zero, '0x', handler, zero, 0n, zero],
  })
  const data = encodeFunctionData({
    abi: SAFE.contracts.proxyFactory.abi,
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
