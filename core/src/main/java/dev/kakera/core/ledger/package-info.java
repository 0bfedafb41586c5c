/**
 * The ledger's and the commit's decisions: what a stripe, a receipt and the receipts together mean.
 * Must not depend on how they come or on where the catalog lies.
 */
package dev.kakera.core.ledger;
