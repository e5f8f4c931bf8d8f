import { defineBase } from '../../core/base.ts'
import { quoterAbi, reactorAbi } from './abi.ts'

/** UniswapX's exclusive Dutch orders (https://docs.uniswap.org/contracts/uniswapx/deployments). */
export const BASE = defineBase({
  id: 'uniswapx',
  contracts: { reactor: { abi: reactorAbi }, orderQuoter: { abi: quoterAbi } },
  addresses: {
    1: {
      reactor: '0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4',
      orderQuoter: '0xc6ef4C96Ee89e48Eff1C35545DBEED4Ad8dAC9D4',
    },
  },
  errors: {
    ORDER_UNKNOWN: {
      layer: 'tool',
      message: 'these bytes are no order of the reactor {reactor}: {problem}',
      hint: 'give the encoded exclusive Dutch order as its order service gives it',
    },
    ORDER_NOT_OWN: {
      layer: 'tool',
      message: 'the order is of {swapper}, expected one of the account {account}',
      hint: 'only who signed an order can cancel it',
    },
    ORDER_ENDED: {
      layer: 'tool',
      message: 'nothing is left of the order with nonce {nonce}: {reason}',
      hint: 'nothing has to be cancelled; uniswap_get_order_status says what became of it',
    },
    ORDER_NOT_FILLABLE: {
      layer: 'tool',
      message: 'the order cannot be filled: {reason}',
      hint: 'choose another order, or ask uniswap_quote_uniswapx_order again later',
    },
  },
})
