// Package report shows results: as text for people, and in the forms that machines
// read. It presents and decides nothing.
package report
