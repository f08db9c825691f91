module hardbop

go 1.26
