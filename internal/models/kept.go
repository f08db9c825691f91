package models

import "regexp"

// Kept lists, by the tag of a struct, the members that kernels leave to the driver: what it
// puts there only the driver changes. Linux 6.1 and wdm.h name them.
func Kept() map[string][]string {
	return map[string][]string{
		// Linux
		"device":          {"driver_data", "platform_data"},
		"file":            {"private_data"},
		"inode":           {"i_private"},
		"seq_file":        {"private"},
		"super_block":     {"s_fs_info"},
		"cdev":            {"ops", "owner"},
		"gendisk":         {"fops", "private_data"},
		"request_queue":   {"queuedata"},
		"hwrng":           {"priv"},
		"i2c_adapter":     {"algo_data"},
		"input_dev":       {"open", "close"},
		"map_info":        {"virt", "phys", "size"},
		"memstick_host":   {"private"},
		"miscdevice":      {"fops", "parent"},
		"mmc_host":        {"private"},
		"net_device":      {"netdev_ops", "ethtool_ops"},
		"snd_card":        {"private_data"},
		"snd_pcm":         {"private_data"},
		"tty_struct":      {"driver_data"},
		"tasklet_struct":  {"func", "callback", "data"},
		"timer_list":      {"function"},
		"urb":             {"complete", "context", "transfer_buffer", "anchor"},
		"usb_serial":      {"private"},
		"watchdog_device": {"driver_data"},
		"work_struct":     {"func"},
		// Windows
		"_DEVICE_OBJECT": {"DeviceExtension", "DriverObject"},
		"_FILE_OBJECT":   {"FsContext", "FsContext2"},
	}
}

// Blank reports whether the member of the struct with the tag is empty before the driver puts
// something there: Linux clears driver_data of a device whose probe failed or that was removed,
// and makes devices without. What another driver has put there leads to none of this one's memory.
func Blank(tag, member string) bool { return tag == "device" && member == "driver_data" }

// setters match the names of functions that give an object its members, or take a driver
// from its device.
var setters = regexp.MustCompile(`init|setup|drvdata|claim|release|bind|attach|detach|unregister|_del$|_del_|remove|probe|fill|alloc|create|free|destroy|_add$|_add_|_open$|_open_|insert|memset|memcpy|copy`)

// SetsKept reports whether the function with the name may change members that kernels leave
// to the driver otherwise: it sets up or ends what they belong to.
func SetsKept(name string) bool {
	switch name {
	case "nonseekable_open", "stream_open", "generic_file_open", "simple_map_init", "do_map_probe",
		"mmc_add_host", "mmc_remove_host", "memstick_add_host", "memstick_remove_host":
		return false
	}
	return setters.MatchString(name)
}
