const degrees = new Intl.NumberFormat('en', { maximumFractionDigits: 2, signDisplay: 'negative' })

/** '−80.5 °C', with a decimal point in each language of the browser, as all texts of this product write numbers. */
export const formatCelsius = (celsius: number): string => `${degrees.format(celsius).replace('-', '−')} °C`
