import { type Address, encodeDeployData, erc20Abi, getContractAddress, type Hex, numberToHex } from 'viem'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import { HarnessError } from '../errors.ts'
import { ACTORS } from './actors.ts'
import { compileContracts } from './compile.ts'
import type { CageCapital } from './deploy-cage.ts'
import type { FixtureChain } from './mine-all.ts'

const GAS = numberToHex(3_000_000)
const GAS_PRICE = numberToHex(10_000_000_000)

/**
 * Deploy an OwnerGate for an owner and hand it the capital that it is to pay into its cage.
 *
 * @throws HarnessError DEPLOY_FAILED
 */
export async function deployGate(
  { rpc, mine }: FixtureChain,
  owner: Address,
  capital: CageCapital,
): Promise<Address> {
  const { OwnerGate } = await compileContracts()
  if (OwnerGate === undefined) {
    throw new HarnessError('COMPILE_FAILED', 'OwnerGate was not compiled', {
      expected: 'a contract OwnerGate',
      hint: 'restore tools/contracts/OwnerGate.sol',
    })
  }
  const from = ACTORS.owner.address
  const send = (transaction: { to?: Address; data: Hex }) =>
    rpc.request('eth_sendTransaction', [{ from, gas: GAS, gasPrice: GAS_PRICE, ...transaction }])
  const nonce = BigInt(await rpc.request<Hex>('eth_getTransactionCount', [from, 'latest']))
  const gate = getContractAddress({ from, nonce })
  await send({ data: encodeDeployData({ ...OwnerGate, args: [owner] }) })
  for (const { token, amountBaseUnits } of capital.tokens) {
    await send({
      to: token,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [gate, amountBaseUnits] }),
    })
  }
  await mine()
  if ((await rpc.request<Hex>('eth_getCode', [gate, 'latest'])) === '0x') {
    throw new HarnessError('DEPLOY_FAILED', 'the OwnerGate was not created', {
      expected: `code at ${gate}`,
      found: 'none',
      hint: 'check that the owner actor has ether',
    })
  }
  // Its own transactions, those that set the cage up, are impersonated and cost gas.
  await rpc.request('anvil_setBalance', [gate, numberToHex(10n ** 18n)])
  return gate
}
