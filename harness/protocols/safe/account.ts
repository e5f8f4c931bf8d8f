import { concat, encodePacked, getAddress, type Hex, numberToHex, size } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { multiSendAbi } from '../../../tools/protocols/safe/abi.ts'
import { BASE } from '../../../tools/protocols/safe/base.ts'
import { HarnessError } from '../../errors.ts'
import type { AccountTerms, TestbedAccount } from '../testbed-account.ts'
import { loadSafeArtifact } from './artifacts.ts'

const NOBODY = numberToHex(0, { size: 20 })

/** Safes: made by the factory, bundled by MultiSend. */
export const ACCOUNT: TestbedAccount = {
  tooFewSigned: 'SAFE_THRESHOLD_NOT_MET' satisfies keyof typeof BASE.errors,
  async create({ rpc, mine }, terms) {
    const request = describeCreation(terms)
    const answer = await rpc.request<Hex>('eth_call', [request, 'latest'])
    const safe = getAddress(`0x${answer.slice(-40)}`)
    await rpc.request('eth_sendTransaction', [request])
    await mine()
    if ((await rpc.request<Hex>('eth_getCode', [safe, 'latest'])) === '0x') {
      throw new HarnessError('DEPLOY_FAILED', 'the Safe was not created', {
        expected: `a proxy of ${BASE.on(terms.book).singleton} at ${safe}`,
        found: 'no code',
        hint: 'the factory of Safe 1.4.1 must be on this chain; the embedded origin has it',
      })
    }
    return safe
  },
  lists: (book) => {
    const { reentrancyGuard, signMessageLib } = BASE.on(book)
    return {
      // It calls nobody, so that as a module it can do nothing.
      modules: [{ address: signMessageLib, selectors: [] }],
      guards: [{ address: reentrancyGuard }],
    }
  },
  bundle(calls) {
    const packed = calls.map(({ delegated, to, valueWei, data }) =>
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [delegated ? 1 : 0, to, valueWei, BigInt(size(data)), data],
      ),
    )
    return encodeFunctionData({ abi: multiSendAbi, functionName: 'multiSend', args: [concat(packed)] })
  },
}

/** Describe the transaction by which the factory creates a Safe. */
function describeCreation({ book, deployer, owners, threshold, salt }: AccountTerms) {
  const { proxyFactory, singleton, fallbackHandler } = BASE.on(book)
  const setup = encodeFunctionData({
    abi: loadSafeArtifact('singleton').abi,
    functionName: 'setup',
    args: [owners, threshold, NOBODY, '0x', fallbackHandler, NOBODY, 0n, NOBODY],
  })
  return {
    from: deployer,
    to: proxyFactory,
    data: encodeFunctionData({
      abi: BASE.contracts.proxyFactory.abi,
      functionName: 'createProxyWithNonce',
      args: [singleton, setup, salt],
    }),
    gas: numberToHex(1_000_000),
    gasPrice: numberToHex(10_000_000_000),
  }
}
