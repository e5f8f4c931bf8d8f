/** Identity of the native coin's transfers, as metadata and decoders name it. */
export const PROTOCOL = 'native'

/** Where transfers of value are specified. */
export const DOCS = 'https://ethereum.org/developers/docs/transactions/'
