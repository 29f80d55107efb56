const prices = { apple: 0.4 };

exports.priceOf = (name) => prices[name];
