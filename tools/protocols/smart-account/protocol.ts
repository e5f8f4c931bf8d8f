/** Identity of the decoder: accounts of ERC-4337 and ERC-7579, whoever made them. */
export const PROTOCOL = 'smart-account'
