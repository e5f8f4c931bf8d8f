import { at, between, defineCases, kept, onChain, own } from '../../core/cases.ts'

const SALE = {
  tokenIn: 'USDC',
  tokenOut: 'WETH',
  amountInBaseUnits: '3000000000',
  startAmountOutBaseUnits: '1010000000000000000',
  endAmountOutBaseUnits: '980000000000000000',
  ttlSeconds: 3_600,
}

/** Cases of `uniswap_build_uniswapx_order`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SALE, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...SALE, endAmountOutBaseUnits: '1010000000000000001' }, code: 'INVALID_PARAMS' },
    { params: { ...SALE, decaySeconds: 3_601 }, code: 'INVALID_PARAMS' },
    { params: { ...SALE, nonce: (2n ** 256n).toString() }, code: 'INVALID_PARAMS' },
    { params: { ...SALE, tokenOut: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { ...SALE, tokenOut: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    {
      before: [{ tool: 'safety_invalidate_permit2_nonces', params: { nonces: ['700'] } }],
      params: { ...SALE, nonce: '700' },
      code: 'INVALID_PARAMS',
    },
  ],
  serves: [
    {
      name: 'its output falls for half of its life',
      before: [{ tool: 'safety_invalidate_permit2_nonces', params: { nonces: ['0', '1', '3'] } }],
      params: { ...SALE, decaySeconds: 1_800 },
      expect: {
        swapper: at('account'),
        nonce: '2',
        deadlineSeconds: between('1800003600', '1800003700'),
        'typedData.message.deadline': own('deadlineSeconds'),
        'typedData.message.witness.decayEndTime': between('1800001800', '1800001900'),
        'typedData.domain.verifyingContract': at('permit2'),
        'typedData.primaryType': 'PermitWitnessTransferFrom',
        'typedData.message.spender': at('uniswapx.reactor'),
        'typedData.message.permitted.token': at('USDC'),
        'typedData.message.permitted.amount': '3000000000',
        'typedData.message.witness.inputEndAmount': '3000000000',
        'typedData.message.witness.outputs.0.token': at('WETH'),
        'typedData.message.witness.outputs.0.startAmount': '1010000000000000000',
        'typedData.message.witness.outputs.0.endAmount': '980000000000000000',
        'typedData.message.witness.outputs.0.recipient': at('account'),
      },
      after: [
        { tool: 'uniswap_build_uniswapx_order', params: SALE, keep: 'built' },
        {
          tool: 'uniswap_get_order_status',
          params: { order: kept('built.order') },
          expect: {
            status: 'open',
            swapper: at('account'),
            orderHash: kept('built.orderHash'),
            nonce: kept('built.nonce'),
          },
        },
        // Nobody signed it: the quoter asks the account, which answers for nothing that it did not record.
        {
          tool: 'uniswap_quote_uniswapx_order',
          params: { order: kept('built.order'), signature: '0x' },
          expect: { isFillable: false, reason: 'InvalidContractSignature()' },
        },
        {
          chain: onChain(
            at('uniswapx.orderQuoter'),
            'function getReactor(bytes order) view returns (address)',
            [kept('built.order')],
          ),
          expect: { '': at('uniswapx.reactor') },
        },
      ],
    },
  ],
})
