/** The account of the test net whose operations were carried out. */
export const SENDER = '0x6148E34ba47165DFC62516aD23efc6Cf9E19C823'

/** What its testbed signed and had carried out: a call that succeeded, and one that failed. */
export const SUCCEEDED_OPERATION = '0x6f515d67392d745fdf603b4e09ce194203ea3f962abb5a2b76584fbc869861b8'
export const FAILED_OPERATION = '0x9f3230c02149890538c61f0f8c1092f8b4e5ee4bc201caa6e886a0fd58ccb746'
