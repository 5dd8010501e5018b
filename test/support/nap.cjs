/** A wait by the clock of the test, be it a fake one: n8n's own sleeps by the real clock. */
exports.nap = async (ms) => await new Promise((resolve) => setTimeout(resolve, ms));
