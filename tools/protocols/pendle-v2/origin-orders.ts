/**
 * Limit orders of the test net by what becomes of them, as a stand-in for Pendle's order book hands them out: signed by a
 * maker of the testbed over the published router (harness/protocols/pendle-v2/limit-orders.ts).
 */
export const ORIGIN_ORDERS = {
  buysPt: {
    order: {
      YT: '0x76673c370652359C04d4413d2055554cC80B3038',
      expiry: '1800086388',
      salt: '1',
      orderType: 0,
      token: '0x90f1935f733Dd8826DcA2Bd01ccFc600F20E978E',
      makingAmount: '1000000000000000000000',
      nonce: '0',
      maker: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      receiver: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      lnImpliedRate: '76961041136128325',
      failSafeRate: '0',
      permit: '0x',
    },
    signature:
      '0x5776c3b62875fd9852406dbcfb7498b0f6973731eff41e34a8788e287a2d8f6b27684d1b4e16922108f39e481c7a11c5de7b29bec53677ac16b7f52821beaa091c',
  },
  sellsPt: {
    order: {
      YT: '0x76673c370652359C04d4413d2055554cC80B3038',
      expiry: '1800086388',
      orderType: 1,
      token: '0x90f1935f733Dd8826DcA2Bd01ccFc600F20E978E',
      makingAmount: '1000000000000000000000',
      salt: '2',
      nonce: '0',
      maker: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      receiver: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      lnImpliedRate: '76961041136128325',
      failSafeRate: '0',
      permit: '0x',
    },
    signature:
      '0x7666af1da652aac1a7293ce97d121e0144ce99a76c90956bc6fea4cbf639d7fd61adeab092769161c81adca52d0ff6ed7c430dc728280fb724c78b34a9de9bc81c',
  },
  buysYt: {
    order: {
      YT: '0x76673c370652359C04d4413d2055554cC80B3038',
      expiry: '1800086388',
      salt: '3',
      orderType: 2,
      token: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
      makingAmount: '10000000000000000000',
      nonce: '0',
      maker: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      receiver: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      lnImpliedRate: '76961041136128325',
      failSafeRate: '0',
      permit: '0x',
    },
    signature:
      '0x1e7b7f2485d7446b856feb56944fdbeb19ec04edd0e28da08cc275943dbf650254e408a2a0320e87135c6baf7da18c1b04b361d70b23ce8251a74633f6eb30841b',
  },
  sellsYt: {
    order: {
      YT: '0x76673c370652359C04d4413d2055554cC80B3038',
      expiry: '1800086388',
      salt: '4',
      orderType: 3,
      token: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
      makingAmount: '1000000000000000000000',
      nonce: '0',
      maker: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      receiver: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      lnImpliedRate: '76961041136128325',
      failSafeRate: '0',
      permit: '0x',
    },
    signature:
      '0x09d2a4276b7b07f5603a80ddd7a8cb62ed377f0803e0a1fa6744875d532a64483f0b7ad51ef520f0cbe930ccd48096e7bed93b0180e857a0fca127704f0f3f821c',
  },
  greedy: {
    order: {
      YT: '0x337C3F37889344c3483c2fa7a0610a852E957ACb',
      expiry: '1800086388',
      orderType: 1,
      token: '0x90f1935f733Dd8826DcA2Bd01ccFc600F20E978E',
      makingAmount: '1000000000000000000000',
      salt: '5',
      nonce: '0',
      maker: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      receiver: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      lnImpliedRate: '0',
      failSafeRate: '0',
      permit: '0x',
    },
    signature:
      '0xdfe94b44e181de7c43a1d2fbfa4f23f4de66b107ec7daa7a060069230344912323da6a6821cccecd8d23b522e76584cba04c10a76489d8582a913ef7df7889bd1c',
  },
  late: {
    order: {
      YT: '0x76673c370652359C04d4413d2055554cC80B3038',
      expiry: '1799999928',
      orderType: 1,
      token: '0x90f1935f733Dd8826DcA2Bd01ccFc600F20E978E',
      makingAmount: '1000000000000000000000',
      salt: '6',
      nonce: '0',
      maker: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      receiver: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      lnImpliedRate: '76961041136128325',
      failSafeRate: '0',
      permit: '0x',
    },
    signature:
      '0x92721926b9bae5dcc7f2ada6a723d170002673aedfabb784c056f4115cc87dce48971e85295fd118cab9346c71cd86496c1df88270174aa4f1eb7dfd433032111c',
  },
  unfunded: {
    order: {
      YT: '0x76673c370652359C04d4413d2055554cC80B3038',
      expiry: '1800086388',
      orderType: 1,
      token: '0x90f1935f733Dd8826DcA2Bd01ccFc600F20E978E',
      makingAmount: '1000000000000000000000',
      salt: '7',
      nonce: '0',
      maker: '0xD2B04E3e729F8F115268CF99016153366A85E733',
      receiver: '0xD2B04E3e729F8F115268CF99016153366A85E733',
      lnImpliedRate: '48790164169432003',
      failSafeRate: '0',
      permit: '0x',
    },
    signature:
      '0xc822771d1bcbe786dade01b26eaa199d3bb50a563ea4d60bd645a07d5ce0f8820bd0f35a21e8750c9e096a0b9f74d4a5c3fb0607423805c90526ae797d8f30701c',
  },
  otherToken: {
    order: {
      YT: '0x76673c370652359C04d4413d2055554cC80B3038',
      expiry: '1800086388',
      orderType: 1,
      token: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      makingAmount: '1000000000000000000000',
      salt: '8',
      nonce: '0',
      maker: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      receiver: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      lnImpliedRate: '76961041136128325',
      failSafeRate: '0',
      permit: '0x',
    },
    signature:
      '0xdcd7bb68f4a48b8460b4e9e4d0517cd4f734e6cc61587cf414ea241e476f09d92108ef0a374e24faead3563959a2993c02b04ddbc3be39282a077347bd7b203b1c',
  },
  cancelled: {
    order: {
      YT: '0x76673c370652359C04d4413d2055554cC80B3038',
      expiry: '1800086388',
      orderType: 1,
      token: '0x90f1935f733Dd8826DcA2Bd01ccFc600F20E978E',
      makingAmount: '1000000000000000000000',
      salt: '9',
      nonce: '0',
      maker: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      receiver: '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B',
      lnImpliedRate: '76961041136128325',
      failSafeRate: '0',
      permit: '0x',
    },
    signature:
      '0x249e3308bc2db8901aea6097173fa963c0d146c0039190651dc10fdc5e02946122475915083a7c6d77fd86e0b5e695a5446f313b621d3aea30d0524fd50be3821b',
  },
} as const

/** Who made them, all but `unfunded`. */
export const MAKER = '0xEA403E90EC2AaE95DdE6f0072Adff8CaA79DFE4B'
