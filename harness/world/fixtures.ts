import { type Address, erc20Abi, type Hex, numberToHex, parseUnits } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import { ACTORS, type ActorName } from './actors.ts'
import { type CagePolicy, defaultPolicy } from './default-policy.ts'
import { type CageCapital, defaultCapital, deployCage } from './deploy-cage.ts'
import { ACTOR_ETHER, ACTOR_TOKENS } from './market.ts'
import type { FixtureChain } from './mine-all.ts'
import { placeSecondaryFeeds } from './place-secondary-feeds.ts'

/** What every scenario finds on its fork, beside the origin's own contracts. */
export interface Fixtures {
  readonly cage: Address
  readonly policy: CagePolicy
  readonly capital: CageCapital
}

/**
 * Prepare a fork of any origin: actors are plain accounts with funds, and the default cage holds its capital.
 *
 * What an actor already has is left alone, so that the embedded origin only gains the cage; on other origins ether
 * and tokens are dealt.
 *
 * @throws HarnessError DEPLOY_FAILED, COMPILE_FAILED
 */
export async function deployFixtures(
  chain: FixtureChain,
  origin: { readonly book: AddressBook },
): Promise<Fixtures> {
  const { book } = origin
  for (const name of Object.keys(ACTORS) as ActorName[]) await equipActor(chain, book, name)
  await placeSecondaryFeeds(chain, book)
  return describeFixtures(book, await deployCage(chain, defaultPolicy(book), defaultCapital(book)))
}

/** Describe the fixtures of a chain on whose default cage was deployed before. */
export const describeFixtures = (book: AddressBook, cage: Address): Fixtures => ({
  cage,
  policy: defaultPolicy(book),
  capital: defaultCapital(book),
})

async function equipActor({ rpc }: FixtureChain, book: AddressBook, name: ActorName): Promise<void> {
  const { address } = ACTORS[name]
  const [code, balanceWei] = await Promise.all([
    rpc.request<Hex>('eth_getCode', [address, 'latest']),
    rpc.request<Hex>('eth_getBalance', [address, 'latest']),
  ])
  // On public chains the well-known keys have delegated their accounts to sweepers (EIP-7702).
  if (code !== '0x') await rpc.request('anvil_setCode', [address, '0x'])
  if (BigInt(balanceWei) < ACTOR_ETHER / 2n) {
    await rpc.request('anvil_setBalance', [address, numberToHex(ACTOR_ETHER)])
  }
  const wanted: Readonly<Record<string, number>> = ACTOR_TOKENS[name] ?? {}
  for (const token of book.tokens) {
    const amount = parseUnits(String(wanted[token.symbol] ?? 0), token.decimals)
    if (amount === 0n) continue
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] })
    const held = BigInt(await rpc.request<Hex>('eth_call', [{ to: token.address, data }, 'latest']))
    // What is left after providing liquidity and trading on the embedded origin is plenty.
    if (held < amount / 10n) {
      await rpc.request('anvil_dealERC20', [address, token.address, numberToHex(amount)])
    }
  }
}
