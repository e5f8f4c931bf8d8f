/** The account of the test net whose operations were carried out. */
export const SENDER = '0x83cF1181445298Ba371dc458C150D8BF4c4c7735'

/** What its testbed signed and had carried out: a call that succeeded, and one that failed. */
export const SUCCEEDED_OPERATION = '0x2e0a712dc425727a8dc1ba4c0adba12e50c37cd3e6ebbdc81663ae70da5834d6'
export const FAILED_OPERATION = '0x1d0e1aeac81cdf11317214aef0cb97992b231780d96a79d38d881882fa951fc0'
