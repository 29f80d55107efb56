/** A shop that is open. */
package shop;
