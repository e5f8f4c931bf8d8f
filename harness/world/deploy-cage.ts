import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hex,
  numberToHex,
  parseAbi,
  zeroAddress,
  zeroHash,
} from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { link } from '../chain/artifacts.ts'
import type { ForkControl } from '../chain/fork-control.ts'
import { RpcError } from '../chain/rpc-client.ts'
import type { CompiledContract } from '../chain/solc.ts'
import { HarnessError } from '../errors.ts'
import {
  addressOfCode,
  type CageCode,
  type FoundCode,
  type PlacedCode,
  placeCode,
  placeCreation,
} from './cage-code.ts'
import { compileContracts } from './compile.ts'
import type { CagePolicy } from './default-policy.ts'

/** What the owner pays into a cage. */
export interface CageCapital {
  readonly tokens: readonly { readonly token: Address; readonly amountBaseUnits: bigint }[]
  readonly nativeWei: bigint
}

/** A chain that mines on demand with all accounts impersonated; a fork of the pool is one. */
export type FixtureChain = Pick<ForkControl, 'rpc' | 'mine'>

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

const NO_CODE: PlacedCode = { at: zeroAddress, hash: zeroHash }
const DEPLOY_GAS = numberToHex(12_000_000n)
const CALL_GAS = numberToHex(1_000_000n)
const GAS_PRICE = numberToHex(10_000_000_000n)

let compiled: ReturnType<typeof compileContracts> | undefined

/**
 * Deploy a PolicyCage with a policy and let the owner pay capital in; all of it in one block.
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
  compiled ??= compileContracts()
  const contracts = await compiled
  const PolicyCage = pick(contracts, 'PolicyCage')
  const nonce = BigInt(await rpc.request<Hex>('eth_getTransactionCount', [policy.owner, 'latest']))
  const sent: { readonly label: string; readonly request: object }[] = []
  const send = async (label: string, transaction: { to?: Address; data: Hex; gas: Hex }) => {
    const request = {
      ...transaction,
      from: policy.owner,
      gasPrice: GAS_PRICE,
      nonce: numberToHex(nonce + BigInt(sent.length)),
    }
    sent.push({ label, request })
    await rpc.request('eth_sendTransaction', [request])
  }

  const sendCreation = async (
    label: string,
    { create: creating, ...found }: FoundCode,
  ): Promise<PlacedCode> => {
    if (creating !== undefined) await send(`create ${label}`, { ...creating, gas: DEPLOY_GAS })
    return found
  }
  const placed = new Map<Address, PlacedCode>()
  const place = async (code: CageCode | undefined): Promise<PlacedCode> => {
    if (code === undefined) return NO_CODE
    const at = addressOfCode(code)
    const known = placed.get(at) ?? (await sendCreation(code.contract, await placeCode(chain, code)))
    placed.set(at, known)
    return known
  }
  const targets: object[] = []
  for (const { checker, reader, ...target } of policy.targets) {
    targets.push({ ...target, checker: await place(checker), reader: await place(reader) })
  }
  const schemes: PlacedCode[] = []
  for (const scheme of policy.schemes) schemes.push(await place(scheme))

  const addresses: Record<string, Address> = {}
  /** Bytecode of a contract, with the libraries that it is linked with where they are on every chain. */
  const linked = async (name: string): Promise<Hex> => {
    const { bytecode, linkReferences: references = {} } = pick(contracts, name)
    for (const library of Object.values(references).flatMap(Object.keys)) {
      addresses[library] ??= (
        await sendCreation(library, await placeCreation(chain, await linked(library)))
      ).at
    }
    return link(name, bytecode, references, addresses)
  }
  const bytecode = await linked('PolicyCage')
  const cage = getContractAddress({ from: policy.owner, nonce: nonce + BigInt(sent.length) })
  await send('create PolicyCage', {
    data: encodeDeployData({ abi: PolicyCage.abi, bytecode, args: [{ ...policy, targets, schemes }] }),
    gas: DEPLOY_GAS,
  })
  for (const { token, amountBaseUnits } of capital.tokens) {
    if (amountBaseUnits === 0n) continue
    await send(`approve ${token}`, {
      to: token,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [cage, amountBaseUnits] }),
      gas: CALL_GAS,
    })
    await send(`deposit ${token}`, {
      to: cage,
      data: encodeFunctionData({ abi: cageAbi, functionName: 'deposit', args: [token, amountBaseUnits] }),
      gas: CALL_GAS,
    })
  }
  if (capital.nativeWei > 0n) {
    await rpc.request('anvil_setBalance', [cage, numberToHex(capital.nativeWei)])
    await send('absorb the native currency', {
      to: cage,
      data: encodeFunctionData({ abi: cageAbi, functionName: 'absorb', args: [policy.wrappedNative] }),
      gas: CALL_GAS,
    })
  }
  await chain.mine()
  const receipts = await rpc.request<readonly { status: Hex }[]>('eth_getBlockReceipts', ['latest'])
  for (const [index, { label, request }] of sent.entries()) {
    if (receipts[index]?.status === '0x1') continue
    const { nonce: _, ...call } = request as { nonce: Hex }
    throw failure(label, await rpc.request('eth_call', [call, 'latest']).catch((error) => error))
  }
  return cage
}

function pick(all: Readonly<Record<string, CompiledContract>>, name: string): CompiledContract {
  const contract = all[name]
  if (contract !== undefined) return contract
  throw new HarnessError('COMPILE_FAILED', `${name} was not compiled`, {
    expected: `a contract ${name}`,
    hint: 'restore it in tools/contracts',
  })
}

const failure = (label: string, reason: unknown) =>
  new HarnessError('DEPLOY_FAILED', `setting up the cage failed: ${label}`, {
    expected: 'the transaction to succeed',
    found: reason instanceof RpcError ? `${reason.message} ${reason.data ?? ''}`.trim() : String(reason),
    hint: 'check the policy (feeds, assets, basis points) and what the owner holds',
    cause: reason instanceof Error ? reason : undefined,
  })
