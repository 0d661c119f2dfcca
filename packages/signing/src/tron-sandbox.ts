/** What our sandbox's chain is made of: the address of its USDT, which is the real one's, and of a coin that only calls itself so. */
export const tronSandbox = {
  token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  fakeToken: 'TNEns8t9jbWENbStkQdVQtHMGpbsYsQjZK',
  /** Addresses that nobody has the keys of. */
  addresses: [
    'TLfNsgMccsu41DGDpWVfPqFd5X8tyD2V94',
    'TShv7kcXqwYiKG5bo61uMVuzcMB6mfmynA',
    'TSHztKfGLLZhR1C7zSCMWKAUec5d48qbgK',
    'TH6dWscxtz1Sv5a9w8j1zSu8oCo81kxPHu',
    'TDgDpyeaNsaays1AZq92pjHLZJ7zQUXvWm',
    'TYv8jNh1xzPKQBirXNuTEvoCwVSyE1mDNr',
    'TRnQbAKJmNAgrByAv9PkrgocDve1cbyrsH',
    'TNN4TtvauFfaNjwA8vkZAfY2SSsgKnMxyF',
    'TY6EWHT2ox4V7E7h6UDmMQPeGNgVUtQsyj',
    'TNGBBgV2jJ8iGSinF2oTKTpm2FGm6zZFka',
    'TYSQxx8EV5dPy3by2MZUZD5zJf91f19sx4',
  ],
  /** From where payers send. */
  sender: 'TDbwyy3TZekGtSEh7EsA9pmqzQ4CXqGwrV',
  apiKey: 'tron_SuanpanSandbox000000',
} as const;
