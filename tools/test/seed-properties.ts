import fc from 'fast-check'

/** Properties try the same values in each run, so that a failure is never chance. PROPERTY_SEED chooses others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_120) })
