declare module 'secp256k1/bindings.js'
