import {
  type Address,
  encodeDeployData,
  erc20Abi,
  getContractAddress,
  type Hex,
  numberToHex,
  parseAbi,
} from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import type { CagePolicy } from './default-policy.ts'
import { type FixtureChain, mineAll, type SetupTransaction } from './mine-all.ts'
import { placeCageCode } from './place-cage-code.ts'

/** What the owner pays into a cage. */
export interface CageCapital {
  readonly tokens: readonly { readonly token: Address; readonly amountBaseUnits: bigint }[]
  readonly nativeWei: bigint
}

const WHOLE_TOKENS: Readonly<Record<string, [amount: bigint, decimals: bigint]>> = {
  USDC: [100_000n, 0n],
  DAI: [50_000n, 0n],
  WETH: [20n, 0n],
  WBTC: [5n, 1n],
}

/** Build the default capital: 100 000 USDC, 50 000 DAI, 20 WETH, 0.5 WBTC and 5 ether. */
export function defaultCapital(book: AddressBook): CageCapital {
  return {
    tokens: book.tokens.flatMap(({ symbol, address, decimals }) => {
      const [amount, scale] = WHOLE_TOKENS[symbol] ?? []
      if (amount === undefined || scale === undefined) return []
      return [{ token: address, amountBaseUnits: amount * 10n ** (BigInt(decimals) - scale) }]
    }),
    nativeWei: 5n * 10n ** 18n,
  }
}

const cageAbi = parseAbi([
  'function deposit(address token, uint256 amount) returns (uint256)',
  'function absorb(address token) returns (uint256)',
])

const DEPLOY_GAS = numberToHex(12_000_000n)
const CALL_GAS = numberToHex(1_000_000n)

/**
 * Deploy a PolicyCage with a policy and let the owner pay capital in; all of it in one block, after
 * those of the code that is not there yet.
 *
 * The owner must hold the capital. Native currency is put into the cage and absorbed, since the cage takes none
 * from strangers.
 *
 * @throws HarnessError DEPLOY_FAILED naming the transaction that failed
 * @example const cage = await deployCage(fork, defaultPolicy(book), defaultCapital(book))
 */
export async function deployCage(
  chain: FixtureChain,
  policy: CagePolicy,
  capital: CageCapital,
): Promise<Address> {
  const { rpc } = chain
  const { cage: created, toPlaced } = await placeCageCode(chain, policy)
  const from = policy.owner
  const nonce = BigInt(await rpc.request<Hex>('eth_getTransactionCount', [from, 'latest']))
  const cage = getContractAddress({ from, nonce })
  const transactions: SetupTransaction[] = []
  const call = (label: string, to: Address, data: Hex) =>
    transactions.push({ label, request: { from, to, data, gas: CALL_GAS } })
  const targets = policy.targets.map(({ checker, reader, ...target }) => ({
    ...target,
    checker: toPlaced(checker),
    reader: toPlaced(reader),
  }))
  const data = encodeDeployData({
    abi: created.abi,
    bytecode: created.bytecode,
    args: [{ ...policy, targets, schemes: policy.schemes.map(toPlaced) }],
  })
  transactions.push({ label: 'create PolicyCage', request: { from, data, gas: DEPLOY_GAS } })
  for (const { token, amountBaseUnits } of capital.tokens) {
    if (amountBaseUnits === 0n) continue
    const amount = [cage, amountBaseUnits] as const
    call(
      `approve ${token}`,
      token,
      encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: amount }),
    )
    const deposit = [token, amountBaseUnits] as const
    call(
      `deposit ${token}`,
      cage,
      encodeFunctionData({ abi: cageAbi, functionName: 'deposit', args: deposit }),
    )
  }
  if (capital.nativeWei > 0n) {
    await rpc.request('anvil_setBalance', [cage, numberToHex(capital.nativeWei)])
    const args = [policy.wrappedNative] as const
    call(
      'absorb the native currency',
      cage,
      encodeFunctionData({ abi: cageAbi, functionName: 'absorb', args }),
    )
  }
  await mineAll(chain, transactions)
  return cage
}
